#!/usr/bin/env python3
"""assay's networks against spaCy's own, one thread each, same tokens, same run.

    make build && tools/bench.sh neural

Both sides start from tokens: spaCy runs tok2vec, tagger, parser and ner over prepared Docs in
batches, assay the same over their ids, a text at a time. The texts are tests/data/sentences.txt
and, with ASSAY_DATA, texts of Wizard of Wikipedia. Processor time is counted, and of several
rounds the best, on both sides.
"""

import json
import os
import pathlib
import subprocess
import sys
import time

# One thread, whatever BLAS numpy brings.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS"):
    os.environ[variable] = "1"
import spacy  # noqa: E402

SOURCE_DIR = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SOURCE_DIR / "tests/oracle"))
from neural_oracle import ids_of, wow_texts  # noqa: E402

PIPELINE = str(SOURCE_DIR / ".deps/models/en_core_web_sm")
PROGRAM = pathlib.Path(os.environ["ASSAY_BENCH_DIR"]) / "neural_bench"
ROUNDS = 3
SHARED_TEXTS = 1000


def their_round(nlp, texts):
    docs = [nlp.make_doc(text) for text in texts]
    start = time.process_time()
    for name in ("tok2vec", "tagger", "parser", "ner"):
        docs = list(nlp.get_pipe(name).pipe(docs, batch_size=256))
    return time.process_time() - start


def main():
    nlp = spacy.load(PIPELINE)
    texts = (SOURCE_DIR / "tests/data/sentences.txt").read_text("utf-8").splitlines()
    texts += wow_texts(SHARED_TEXTS)
    docs = [nlp.make_doc(text) for text in texts]
    lines = "".join(json.dumps(ids_of(doc)) + "\n" for doc in docs if len(doc))
    ours = json.loads(subprocess.run([PROGRAM, PIPELINE], input=lines, text=True, check=True,
                                     capture_output=True).stdout)
    theirs = ours["tokens"] / min(their_round(nlp, texts) for _ in range(ROUNDS))
    shares = ", ".join(f"{name} {share:.0%}" for name, share in ours["shares"].items())
    print(f"{ours['tokens']} tokens of {len(texts)} texts, {ours['kernels']} kernels")
    print(f"assay: {ours['tokens_per_second']:,.0f} tokens/s ({shares}); "
          f"{ours['tokens_per_second_first_pass']:,.0f} with an empty word cache")
    print(f"spaCy {spacy.__version__}: {theirs:,.0f} tokens/s")
    print(f"ratio: {ours['tokens_per_second'] / theirs:.1f}")


if __name__ == "__main__":
    main()
