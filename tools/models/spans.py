"""Sentences of a context, and which of them holds an answer."""

import re

from sources import Row


def sentences(context: str) -> list[tuple[int, int]]:
    ends = [found.end() for found in re.finditer(r"[.!?][\"”)]?\s+(?=[\"“(]?[A-Z0-9])", context)]
    starts = [0, *ends]
    return list(zip(starts, [*ends, len(context)]))


def answer_sentence(row: Row) -> tuple[int, int] | None:
    start, end = row["answer_start"], row["answer_start"] + len(row["answer_text"])
    return next(((s, e) for s, e in sentences(row["context"]) if s <= start and end <= e), None)
