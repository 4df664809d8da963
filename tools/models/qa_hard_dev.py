"""Makes questions that nearly have an answer, to measure a `qa` model with.

    qa_hard_dev.py DEV/qa.jsonl OUT.jsonl

Of each labelled row: its question asked of the same passage without the answer's sentence, and with
another year or name in the question, as `qa_mix.py` makes them for training. Rows where neither can
be made are left out. Measured with `assay models measure FOLDER OUT.jsonl`: the share that is refused.
"""

import json
import sys
from pathlib import Path

from qa_mix import changed_detail, details_by_kind, removed_sentence
from sources import generator, read_rows


def hard_rows(rows):
    rng = generator("hard questions")
    others = details_by_kind(rows)
    for row in rows:
        yield removed_sentence(row)
        yield changed_detail(row, others, rng)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    made = [row for row in hard_rows(list(read_rows(Path(sys.argv[1])))) if row]
    Path(sys.argv[2]).write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in made),
                                 encoding="utf-8")
    print(f"{len(made)} questions without an answer")
