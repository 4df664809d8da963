#!/usr/bin/env python3
"""Scores the golden records and compares the results with those on file (see README.md here).

    check.py PROGRAM [--write]
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
RUNS = {"results.jsonl": [], "results_paper.jsonl": ["--compat", "q2-paper"]}
TOLERANCE = 1e-3


def score(program, options):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out.jsonl")
        command = [program, "score", "--metric", "q2,q2-f1,nli,overlap", *options, "--quiet",
                   "--cache", str(Path(folder, "cache")), str(FOLDER / "records.jsonl"),
                   "-o", str(out)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        line.pop("fingerprint", None)
    return lines


def differences(wanted, got, place=""):
    """Where two JSON values differ, numbers by more than TOLERANCE."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        if list(wanted) != list(got):
            yield f"{place}: keys {list(got)} instead of {list(wanted)}"
            return
        for key in wanted:
            yield from differences(wanted[key], got[key], f"{place}.{key}")
    elif isinstance(wanted, list) and isinstance(got, list):
        if len(wanted) != len(got):
            yield f"{place}: {len(got)} items instead of {len(wanted)}"
            return
        for i, (one, other) in enumerate(zip(wanted, got)):
            yield from differences(one, other, f"{place}[{i}]")
    elif isinstance(wanted, float) and isinstance(got, float):
        if abs(wanted - got) > TOLERANCE:
            yield f"{place}: {got} instead of {wanted}"
    elif wanted != got:
        yield f"{place}: {got!r} instead of {wanted!r}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--write", action="store_true", help="replace the results on file")
    arguments = parser.parse_args()
    failures = 0
    for name, options in RUNS.items():
        got = score(arguments.program, options)
        path = FOLDER / name
        if arguments.write:
            text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in got)
            path.write_text(text, encoding="utf-8")
            continue
        wanted = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for difference in differences(wanted, got, name):
            failures += 1
            print(difference)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
