"""The sets of questions, their answers and the contexts that hold them, by source."""

import json
from pathlib import Path

from sources import Row, by_source, read_rows

FIELDS = ("context", "question", "answer_text", "answer_start", "source")


def squad_rows(path: Path) -> list[Row]:
    """The questions of a file of SQuAD 1.1 as it is published, each with its first answer; none where
    the file is not there."""
    if not path.is_file():
        return []
    return [{"context": paragraph["context"], "question": question["question"].strip(),
             "answer_text": question["answers"][0]["text"],
             "answer_start": question["answers"][0]["answer_start"], "source": "squad1_train"}
            for article in json.loads(path.read_text(encoding="utf-8"))["data"]
            for paragraph in article["paragraphs"] for question in paragraph["qas"]]


def questions_by_source(data: Path) -> dict[str, list[Row]]:
    """Of qa.jsonl.gz, qa_usertext.jsonl.gz, qasrl.jsonl.gz and, where it is there, train-v1.1.json of
    SQuAD; what the others hold of the last is left out of them."""
    squad = squad_rows(data / "train-v1.1.json")
    asked = {row["question"] for row in squad}
    rows = [{key: row[key] for key in FIELDS} for name in ("qa", "qa_usertext", "qasrl")
            for row in read_rows(data / f"{name}.jsonl.gz") if row["question"].strip() not in asked]
    return by_source(squad + rows)
