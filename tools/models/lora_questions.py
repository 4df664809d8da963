"""Turns rows of question answering into rows for an adapter that asks questions.

    lora_questions.py QA.jsonl.gz OUT.jsonl.gz

QA.jsonl.gz is what qg_mix.py makes, or any file of context, question, answer_text and answer_start. The
prompt is the one with which Q² asks a language model, "answer: PHRASE  context: TEXT", so the adapter is
to be trained with `assay train lora --raw`. Rows without an answer are left out. Prints how many were
written. Same rows, same bytes.
"""

import sys
from pathlib import Path

from sources import Row, read_rows, write_rows


def asked(row: Row) -> Row | None:
    if row.get("answer_start", -1) < 0:
        return None
    # Two blanks, as Q² has them; the question begins with one, as words inside a text do.
    made = {"prompt": f"answer: {row['answer_text']}  context: {row['context']}",
            "answer": " " + row["question"].strip()}
    return made | {name: row[name] for name in ("source", "weight") if name in row}


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    made = [asked(row) for row in read_rows(Path(sys.argv[1]))]
    rows = [row for row in made if row is not None]
    write_rows(rows, Path(sys.argv[2]))
    print(f"{len(rows)} rows, {len(made) - len(rows)} without an answer left out")


if __name__ == "__main__":
    main()
