#!/usr/bin/env python3
"""assay's tokenizer against Hugging Face `tokenizers`, one thread each, same lines, same run.

    make build && tools/bench.sh tokenizer

The tokenizers are that of the default models (WordPiece), and byte-level byte-pair encoding as
RoBERTa and Llama 3 have it, byte-pair encoding as Llama 2 has it and Unigram as T5 has it, trained
on the lines. The lines are English sentences made here from the vocabulary, and, with ASSAY_DATA,
texts of Wizard of Wikipedia. Of several rounds the best counts; rounds alternate.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

os.environ["TOKENIZERS_PARALLELISM"] = "false"
os.environ["RAYON_NUM_THREADS"] = "1"
from tokenizers import Tokenizer  # noqa: E402  (reads the environment when it is loaded)

SOURCE_DIR = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SOURCE_DIR / "tests/oracle"))
from trained_tokenizers import finish, llama2, llama3, roberta, t5  # noqa: E402

TOKENIZER = SOURCE_DIR / "models/qa/tokenizer.json"
PROGRAM = pathlib.Path(os.environ["ASSAY_BENCH_DIR"]) / "tokenizer_bench"
ROUNDS = 3


def made_lines(count):
    rng = random.Random(1)
    vocabulary = Tokenizer.from_file(str(TOKENIZER)).get_vocab()
    words = sorted(w for w in vocabulary if w.isalpha() and w.isascii() and len(w) > 2)
    endings = ["", "", "", "ing", "ization", "'s", ",", " –", " 1,250", ".", " é"]
    return [
        " ".join(rng.choice(words) + rng.choice(endings) for _ in range(rng.randint(5, 40)))
        for _ in range(count)
    ]


def strings_of(value):
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value
    return [s for part in parts for s in strings_of(part)] if hasattr(parts, "__iter__") else []


def shared_lines(count):
    folder = os.environ.get("ASSAY_DATA")
    if not folder:
        return []
    turns = json.loads((pathlib.Path(folder) / "eval/wow/valid.json").read_text("utf-8"))
    texts = [text for text in strings_of(turns) if text.count(" ") > 4]
    return [" ".join(text.split()) for text in texts[:count]]


def their_round(tokenizer, lines):
    start = time.perf_counter()
    encodings = tokenizer.encode_batch(lines)
    seconds = time.perf_counter() - start
    return sum(len(encoding.ids) for encoding in encodings), seconds


def our_round(tokenizer_file, file):
    output = subprocess.run([PROGRAM, tokenizer_file, file, "1"], stdout=subprocess.PIPE, check=True)
    result = json.loads(output.stdout)
    return result["tokens"], result["seconds"]


def trained(make, lines, folder):
    """The file of a tokenizer that is trained on some of the lines."""
    file = pathlib.Path(folder) / f"{make.__name__}.json"
    file.write_text(json.dumps(finish(make(lines[:3000]))), encoding="utf-8")
    return file


def compare(name, tokenizer_file, lines):
    tokenizer = Tokenizer.from_file(str(tokenizer_file))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.write("".join(line + "\n" for line in lines))
        file.flush()
        rounds = [(our_round(tokenizer_file, file.name), their_round(tokenizer, lines)) for _ in range(ROUNDS)]
    (tokens, _), (their_tokens, _) = rounds[0]
    if tokens != their_tokens:
        raise SystemExit(f"{name}: {tokens} tokens here, {their_tokens} there")
    ours = tokens / min(seconds for (_, seconds), _ in rounds)
    theirs = tokens / min(seconds for _, (_, seconds) in rounds)
    print(
        f"{name}: {len(lines)} lines, {tokens} tokens; assay {ours:,.0f} tokens/s, "
        f"tokenizers {theirs:,.0f} tokens/s, ratio {ours / theirs:.1f}"
    )
    return ours / theirs


def main():
    sets = {"made": made_lines(5000), "wow": shared_lines(5000)}
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        for name, lines in sets.items():
            if not lines:
                continue
            ratios.append(compare(f"{name}, WordPiece", TOKENIZER, lines))
            for make in (roberta, llama3, llama2, t5):
                file = trained(make, lines, folder)
                ratios.append(compare(f"{name}, like {make.__name__}", file, lines))
    if min(ratios) < 2:
        print("slower than twice tokenizers")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
