"""Turns labelled rows of question answering round, as qg_mix.py does, to measure a generator on.

    qg_dev.py QA_ROWS.jsonl OUT.jsonl.gz

Contexts are cut to the sentence of the answer; questions that their text does not cover are left
out. Prints how many of the answered rows were kept.
"""

import sys
from pathlib import Path

from qg_mix import question_row
from sources import read_rows, write_rows


def main() -> None:
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    answered = [row for row in read_rows(Path(sys.argv[1])) if row["answer_start"] >= 0]
    rows = [row for row in (question_row(row, with_one_before=False) for row in answered) if row]
    write_rows(rows, Path(sys.argv[2]))
    print(f"{len(rows)} of {len(answered)} answered rows")


if __name__ == "__main__":
    main()
