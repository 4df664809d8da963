#!/usr/bin/env python3
"""Compares byte-pair encoding and Unigram with Hugging Face `tokenizers`: ids, type ids, offsets,
pairs cut to a length, and ids turned back into texts.

  subword_oracle.py trained COUNT  tokenizers trained here as those of well-known models are, over
                                   COUNT random texts and, where there are any, shared ones
  subword_oracle.py parts COUNT    small tokenizers, one for each supported part
  subword_oracle.py files COUNT FILE...  any tokenizer.json
"""

import itertools
import json
import pathlib
import random
import sys
import tempfile

from odd_texts import WRITTEN, drawn
from text_oracle_common import (
    Differences,
    random_texts,
    run_text_lines,
    shared_texts,
    torture_texts,
)
from tokenizer_parts import parts_to_check
from tokenizers import Tokenizer
from trained_tokenizers import trained_tokenizers

CUT_TO = 24


def or_none(call):
    """None where the package itself fails or panics."""
    try:
        return call()
    except BaseException as problem:  # pyo3's PanicException is no Exception
        if isinstance(problem, (KeyboardInterrupt, SystemExit)):
            raise
        return None


def described(encoding):
    return {
        "ids": encoding.ids,
        "type_ids": encoding.type_ids,
        "offsets": [list(offsets) for offsets in encoding.offsets],
    }


def answers_of(command, file, lines):
    answers = run_text_lines([command, file], lines)
    if len(answers) != len(lines):
        raise SystemExit(f"{command} {file}: {answers[0]}")
    return answers


def compare(what, file, texts, differences):
    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    rng = random.Random(11)
    pairs = [[rng.choice(texts), rng.choice(texts)] for _ in range(len(texts) // 10 + 1)]
    lines = [[text] for text in texts] + pairs
    ours = answers_of("tokenize", file, lines)
    theirs = [or_none(lambda: described(tokenizer.encode(*line))) for line in lines]
    for line, our, their in zip(lines, ours, theirs):
        if their is not None:
            differences.compare(what, line, our, their)
    compare_decoded(what, file, tokenizer, [their["ids"] for their in theirs if their], differences)
    compare_cut(what, file, tokenizer, pairs, differences)


def compare_decoded(what, file, tokenizer, ids, differences):
    rng = random.Random(12)
    size = tokenizer.get_vocab_size()
    ids = ids + [[rng.randrange(size + 3) for _ in range(rng.randint(0, 12))] for _ in range(500)]
    for line, ours in zip(ids, answers_of("decode", file, ids)):
        theirs = or_none(
            lambda: [tokenizer.decode(line, skip_special_tokens=skip) for skip in (True, False)]
        )
        if theirs is not None:
            differences.compare(f"{what} decoded", line, ours, theirs)


def compare_cut(what, file, tokenizer, pairs, differences):
    ours = answers_of("truncate", file, [[*pair, str(CUT_TO)] for pair in pairs])
    tokenizer.enable_truncation(CUT_TO, strategy="only_second")
    for pair, our in zip(pairs, ours):
        theirs = or_none(lambda: described(tokenizer.encode(*pair)))
        if theirs is not None:
            differences.compare(f"{what} cut", pair, our, theirs)


def repeated_texts():
    """Where many ways to cut a text are equally good."""
    units = ["a", "ab", "the ", " ", "=", "é", "東京", "1", "-", "\n", "\u200d", "ha", "▁", ". "]
    counts = [2, 3, 5, 8, 13, 40, 200]
    return [unit * count for unit, count in itertools.product(units, counts)]


def many_texts(count):
    shared = shared_texts()
    random.Random(13).shuffle(shared)
    return (
        WRITTEN
        + torture_texts()
        + repeated_texts()
        + drawn(count, 14)
        + random_texts(15, count)
        + shared[: 2 * count]
    )


def compare_made(tokenizers, texts):
    differences = Differences()
    names = []
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "tokenizer.json"
        for name, tokenizer in tokenizers:
            file.write_text(json.dumps(tokenizer), encoding="utf-8")
            compare(name, file, texts, differences)
            names.append(name)
    print(f"{len(names)} tokenizers over {len(texts)} texts: {', '.join(names)}")
    return differences.exit_code()


def compare_files(files, texts):
    differences = Differences()
    for file in files:
        before = differences.differences
        compare(file, file, texts, differences)
        print(f"{file}: {differences.differences - before} different")
    return differences.exit_code()


def main():
    mode, count, *files = sys.argv[1:]
    texts = many_texts(int(count))
    if mode == "files":
        return compare_files(files, texts)
    made = {"trained": trained_tokenizers, "parts": parts_to_check}[mode]()
    return compare_made(made, texts)


if __name__ == "__main__":
    sys.exit(main())
