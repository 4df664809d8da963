"""Pairs of a response and a reference for benchmarks, and assay's rounds over them."""

import json
import os
import pathlib
import random
import subprocess

SOURCE_DIR = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.environ["ASSAY_PROGRAM"]


def made_pairs(count):
    rng = random.Random(3)
    sentences = (SOURCE_DIR / "tests/data/sentences.txt").read_text(encoding="utf-8").splitlines()
    for _ in range(count):
        reference = f"{rng.choice(sentences)} {rng.choice(sentences)}"
        words = [word for word in reference.split() if rng.random() < 0.8]
        at = rng.randrange(len(words) + 1)
        yield " ".join(words[:at] + rng.choice(sentences).split() + words[at:]), reference


def write_records(pairs, file):
    with open(file, "w", encoding="utf-8") as out:
        for response, reference in pairs:
            out.write(json.dumps({"response": response, "reference": reference}) + "\n")


def our_round(metric, options, records, folder):
    """Seconds of the processor that the whole program takes, its start included, on one thread."""
    command = [PROGRAM, "score", "-m", metric, records, "-o", f"{folder}/out.jsonl", "--overwrite",
               "--restart", "--quiet", "--threads", "1", "--window", "1024", *options]
    start = os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    end = os.times()
    return end.children_user + end.children_system - start.children_user - start.children_system
