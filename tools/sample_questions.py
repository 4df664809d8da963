#!/usr/bin/env python3
"""Draws questions of q2 to be read by a person: the ones behind docs/metrics/q2.md.

    tools/sample_questions.py consistent.jsonl inconsistent.jsonl [--count 50] [--seed 50]

Prints one drawn question a line with its candidate, the knowledge's answer and how they were compared;
`assay explain RESULTS ID --input RECORDS` shows each in its texts.
"""

import argparse
import random
from pathlib import Path

from results import result_lines


def questions(path):
    for result in result_lines(path):
        if result["metric"] == "q2":
            for unit in result["units"]:
                if unit["kind"] == "question":
                    yield Path(path).name, result["id"], unit


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("results", nargs="+")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=50)
    arguments = parser.parse_args()
    drawn = [found for path in arguments.results for found in questions(path)]
    random.Random(arguments.seed).shuffle(drawn)
    for file, record, unit in drawn[: arguments.count]:
        fields = (file, record, unit["question"], unit["text"], unit["knowledge_answer"] or "-",
                  unit["comparison"])
        print("\t".join(" ".join(field.split()) for field in fields))


if __name__ == "__main__":
    main()
