#!/usr/bin/env python3
"""Writes tests/data/neural_golden.jsonl: spaCy's annotations of sentences that we wrote.

    .deps/venv/bin/python tests/oracle/make_neural_golden.py > tests/data/neural_golden.jsonl

One text a line: {"text", "ids": [[norm, prefix, suffix, shape, followed by space, is space]],
"tags", "heads", "deps", "sentence_starts", "entities": [[begin, end, label]]}.
"""

import json
import os
import pathlib

import spacy
from neural_oracle import ids_of, spacy_annotations

TEXTS = [
    "Brad Pitt was born in Shawnee, Oklahoma, in 1963.",
    "I don't know. What do you mean? Tell me more!",
    "  Two leading spaces,\ta tab\n\nand blank lines.  ",
    "What did the man that the dog bit say, and to whom?",
    "A hearing on the issue is scheduled today that nobody will attend.",
    "On 3 May 2019, U.S. President Jane Q. Doe paid $3.5 million (about 12%) to Acme Inc.",
    "naïve café 東京 😀 :-)",
    "mark the root number",
    "word word word word word word word word word word word word",
    "?",
    "\n",
]


def main():
    deps = pathlib.Path(os.environ.get("ASSAY_DEPS_DIR", ".deps"))
    nlp = spacy.load(deps / "models/en_core_web_sm")
    docs = [nlp.make_doc(text) for text in TEXTS]
    ids = [ids_of(doc) for doc in docs]
    for text, token_ids, annotations in zip(TEXTS, ids, spacy_annotations(nlp, docs)):
        line = {"text": text, "ids": token_ids, **annotations}
        print(json.dumps(line, ensure_ascii=False, separators=(",", ":")))


if __name__ == "__main__":
    main()
