#!/usr/bin/env python3
"""Compares answer normalisation and token F1 with the same rules written in Python.

The rules are SQuAD's and Q²'s; Python's own str.lower, re and str.split are what is checked.
"""

import collections
import random
import re
import string
import sys

from text_oracle_common import (
    Differences,
    random_texts,
    run_text_lines,
    shared_texts,
    torture_texts,
)

NO_PUNCTUATION = str.maketrans("", "", string.punctuation)


def squad(text):
    text = text.lower().translate(NO_PUNCTUATION)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text).split())


def q2(text):
    text = text.lower().translate(NO_PUNCTUATION)
    return re.sub(" +", " ", re.sub(r"\b(a|an|the|in|our)\b", " ", text)).strip()


def f1(first, second):
    first, second = first.split(), second.split()
    if not first and not second:
        return 1
    shared = sum((collections.Counter(first) & collections.Counter(second)).values())
    if shared == 0:
        return 0
    precision, recall = shared / len(second), shared / len(first)
    return 2 * precision * recall / (precision + recall)


def article_texts(count):
    """Short texts in which the dropped words are frequent, between all kinds of neighbours."""
    rng = random.Random(17)
    words = ["a", "an", "the", "in", "our", "The", "OUR", "cat", "Paris", "x", "é", "ΑΣ"]
    glue = [" ", "  ", "-", "_", "\u0301", "\u00a0", "\x1c", "\n", "²", "東", "“", "", "'", "\u200d"]
    return [
        "".join(rng.choice(words) + rng.choice(glue) for _ in range(rng.randint(0, 6)))
        for _ in range(count)
    ]


# Code points that this Python does not know, or has as letters where ICU's version does not, can
# differ; only assigned ones are compared.
def is_known(text):
    import unicodedata

    return all(unicodedata.category(c) != "Cn" for c in text)


def main():
    differences = Differences()
    texts = torture_texts() + random_texts(23, 20000, 20) + article_texts(20000) + shared_texts()[:20000]
    texts = [text for text in texts if is_known(text)]
    rng = random.Random(29)
    lines = [[text, rng.choice(texts)] for text in texts]
    for name, normalize in {"squad": squad, "q2": q2}.items():
        for line, ours in zip(lines, run_text_lines(["answer", name], lines)):
            theirs = [normalize(line[0]), normalize(line[1])]
            differences.compare(name, line, ours, theirs + [f1(*theirs)])
    return differences.exit_code()


if __name__ == "__main__":
    sys.exit(main())
