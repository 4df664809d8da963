"""Words a second of `assay analyze` and of spaCy's nlp.pipe, both on one thread, on the same texts.

    nlp_bench.py [TEXTS]        a file of plain text, one text a line

Without TEXTS: Wizard of Wikipedia where ASSAY_DATA is set, else tests/data/sentences.txt. Loading is
left out of both figures: each is the time of the texts many times over less the time of a few.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS"):
    os.environ[variable] = "1"

SOURCE = Path(os.environ.get("ASSAY_SOURCE_DIR", Path(__file__).parents[1]))
PROGRAM = os.environ.get("ASSAY_PROGRAM", str(SOURCE / "build/release/assay"))
PIPELINE = Path(os.environ.get("ASSAY_DEPS_DIR", SOURCE / ".deps")) / "models/en_core_web_sm"
MOST_TEXTS = 3000


def load_texts():
    if len(sys.argv) > 1:
        return Path(sys.argv[1]).read_text("utf-8").splitlines()
    if data := os.environ.get("ASSAY_DATA"):
        dialogues = json.loads((Path(data) / "eval/wow/valid.json").read_text("utf-8"))
        texts = [text for d in dialogues for turn in d["dialogue"] for text in turn]
        return texts[:: max(1, len(texts) // MOST_TEXTS)][:MOST_TEXTS]
    return (SOURCE / "tests/data/sentences.txt").read_text("utf-8").splitlines()


def seconds_of_assay(texts):
    lines = "".join(json.dumps({"response": text}) + "\n" for text in texts).encode()
    start = time.perf_counter()
    subprocess.run(
        [PROGRAM, "analyze", "--threads", "1", "--linguistics", str(PIPELINE), "-"],
        input=lines, stdout=subprocess.DEVNULL, check=True,
    )  # fmt: skip
    return time.perf_counter() - start


def main():
    import spacy

    texts = load_texts()
    words = sum(len(text.split()) for text in texts)
    nlp = spacy.load(PIPELINE)
    list(nlp.pipe(texts[:20]))
    start = time.perf_counter()
    for doc in nlp.pipe(texts):
        list(doc.noun_chunks)
    theirs = words / (time.perf_counter() - start)
    repeats = 5
    ours = words * repeats / (seconds_of_assay(texts * repeats) - seconds_of_assay(texts[:1]))
    print(f"{len(texts)} texts, {words} words, one thread each")
    print(f"spaCy {spacy.__version__} nlp.pipe  {theirs:10,.0f} words/s")
    print(f"assay analyze        {ours:10,.0f} words/s (tokens as JSON included)")
    print(f"ratio                {ours / theirs:10.1f}")


if __name__ == "__main__":
    main()
