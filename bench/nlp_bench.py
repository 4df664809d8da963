"""Words a second of `assay analyze` and of spaCy's nlp.pipe, both on one thread, on the same texts.

    nlp_bench.py [TEXTS]        a file of plain text, one text a line

Without TEXTS: Wizard of Wikipedia where ASSAY_DATA is set, else tests/data/sentences.txt. Seconds are
processor time, the best of some rounds in turn, so that other work on the machine counts little.
Loading is left out of both: ours is the time of the texts many times over less the time of one.
"""

import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS"):
    os.environ[variable] = "1"

SOURCE = Path(os.environ.get("ASSAY_SOURCE_DIR", Path(__file__).parents[1]))
PROGRAM = os.environ.get("ASSAY_PROGRAM", str(SOURCE / "build/release/assay"))
PIPELINE = Path(os.environ.get("ASSAY_DEPS_DIR", SOURCE / ".deps")) / "models/en_core_web_sm"
MOST_TEXTS = 1000
ROUNDS = 3
REPEATS = 3


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
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [PROGRAM, "analyze", "--threads", "1", "--linguistics", str(PIPELINE), "-"],
        input=lines, stdout=subprocess.DEVNULL, check=True,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def seconds_of_spacy(nlp, texts):
    start = time.process_time()
    for doc in nlp.pipe(texts):
        list(doc.noun_chunks)
    return time.process_time() - start


def main():
    import spacy

    texts = load_texts()
    words = sum(len(text.split()) for text in texts)
    nlp = spacy.load(PIPELINE)
    seconds_of_spacy(nlp, texts[:20])
    theirs = ours = float("inf")
    for _ in range(ROUNDS):
        theirs = min(theirs, seconds_of_spacy(nlp, texts))
        loading = seconds_of_assay(texts[:1])
        ours = min(ours, (seconds_of_assay(texts * REPEATS) - loading) / REPEATS)
    print(f"{len(texts)} texts, {words} words, one thread each")
    print(f"spaCy {spacy.__version__} nlp.pipe  {words / theirs:10,.0f} words/s")
    print(f"assay analyze        {words / ours:10,.0f} words/s (tokens as JSON included)")
    print(f"ratio                {theirs / ours:10.1f}")


if __name__ == "__main__":
    main()
