"""Makes the training file of the default `qa` model.

    qa_mix.py DATA_DIR OUT.jsonl.gz [--clear-licences-only]

DATA_DIR holds qa.jsonl.gz, qa_usertext.jsonl.gz and qasrl.jsonl.gz (docs/training.md says what they
hold and where each set is published), and may hold train-v1.1.json, SQuAD's. Adds questions that a passage does not answer (asked of another
passage, of the same one without the answer's sentence, or with another name or year in the question),
and questions in place: the answer's own sentence with the answer replaced by a question word. Prints
the rows of each source. Same data, same bytes.
"""

import random
import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from question_answer_pairs import answer_type
from question_sets import questions_by_source
from sources import Row, by_source, draw, generator, make_mix
from spans import answer_sentence

# Rows taken of a source at most; sources that are not named are left out (COVID-QA's papers and
# the reviews of SubjQA, whose answers are opinions).
CAPS = {
    "squad1_train": 90_000, "qamr": 30_000, "squad1_train_part": 12_000, "squad1_other_part": 8_000,
    "squad2_dev_part": 6_100, "squad1_dev_part": 2_600, "squad1_train_part_tokenised": 2_000,
    "squad2_train_part": 400, "squadshifts_newwiki": 6_800, "nq_swap(entity-substituted NQ)": 4_700, "qed_dev(nq)": 900,
    "fairytaleqa(explicit,span)": 2_500, "friendsqa": 2_400, "policyqa": 1_500,
    "hotpotqa(gold paras)": 400, "quoref_contrast": 900, "drop_contrast(span)": 300,
    "squadshifts_amazon": 4_000, "squadshifts_reddit": 6_000,
    "qasrl_bank2(orig)": 8_000, "qasrl_gs": 3_000, "qanom": 3_000,
}
UNCLEAR_LICENCE = {"quoref_contrast", "drop_contrast(span)"}
OTHER_PASSAGE_SHARE = 0.17  # of the answered questions get a twin without an answer
REMOVED_SENTENCE_SHARE = 0.17
CHANGED_DETAIL_SHARE = 0.25  # of those that name a year or somebody whom the passage names too
IN_PLACE_ROWS = 12_000

QUESTION_WORDS = {
    "date": ["when", "what year", "what time"], "number": ["how many", "what number", "how much"],
    "name": ["who", "what", "which person", "what place"], "short": ["what", "what kind"],
    "long": ["what"],
}


def words_of(text: str) -> set[str]:
    return set(re.findall(r"\w{3,}", text.lower()))


def without_answer(row: Row, context: str, kind: str) -> Row:
    return {"context": context, "question": row["question"], "answer_text": "", "answer_start": -1,
            "source": f"made:{kind}"}


def other_passage(row: Row, candidates: list[str]) -> Row | None:
    """The passage most like the question among those that do not hold the answer."""
    question = words_of(row["question"])
    answer = row["answer_text"].lower()
    fitting = [c for c in candidates if answer not in c.lower() and c != row["context"]]
    if not fitting:
        return None
    return without_answer(row, max(fitting, key=lambda c: len(question & words_of(c))), "other_passage")


def removed_sentence(row: Row) -> Row | None:
    found = answer_sentence(row)
    if found is None:
        return None
    rest = (row["context"][: found[0]] + row["context"][found[1] :]).strip()
    if len(rest.split()) < 12 or row["answer_text"].lower() in rest.lower():
        return None
    return without_answer(row, rest, "removed_sentence")


# Years, and names after a word that starts a sentence or stands within one.
DETAIL = re.compile(r"\b(?:1\d{3}|20\d\d)\b|(?<=[\w,] )[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*")


def details_by_kind(rows: Iterable[Row]) -> dict[int, list[str]]:
    """What may stand for a detail: years (0), names by their number of words."""
    found: dict[int, set[str]] = defaultdict(set)
    for row in rows:
        for detail in DETAIL.findall(row["question"]):
            found[detail_kind(detail)].add(detail)
    return {kind: sorted(details) for kind, details in found.items()}


def detail_kind(detail: str) -> int:
    return 0 if detail.isdigit() else len(detail.split())


def changed_detail(row: Row, others: dict[int, list[str]], rng: random.Random) -> Row | None:
    """A question about another year or another name than the passage tells of: a near miss."""
    found = [m for m in DETAIL.finditer(row["question"]) if m[0] in row["context"]]
    if not found:
        return None
    detail = rng.choice(found)
    other = rng.choice(others[detail_kind(detail[0])])
    if words_of(other) & words_of(row["context"]):
        return None
    question = row["question"][: detail.start()] + other + row["question"][detail.end() :]
    return without_answer({**row, "question": question}, row["context"], "changed_detail")


def in_place(row: Row, rng: random.Random) -> Row | None:
    """'The king was born in 1702.' -> 'The king was born in when?', as Q² asks without grammar."""
    found = answer_sentence(row)
    if found is None:
        return None
    start = row["answer_start"]
    before = row["context"][found[0] : start]
    after = row["context"][start + len(row["answer_text"]) : found[1]]
    if not 5 <= len((before + after).split()) <= 30:
        return None
    word = rng.choice(QUESTION_WORDS[answer_type(row["answer_text"])])
    question = f"{before}{word}{after}".strip().rstrip(".!?") + "?"
    return {"context": row["context"], "question": question[0].upper() + question[1:],
            "answer_text": row["answer_text"], "answer_start": start, "source": "made:in_place"}


def source_rows(data: Path, left_out: set[str]) -> list[Row]:
    rows = []
    for source, found in questions_by_source(data).items():
        if source in CAPS and source not in left_out:
            rows += draw(found, CAPS[source], f"qa {source}")
    return [row for row in rows if row["answer_start"] < 0 or row["answer_text"].strip()]


def unanswerable_rows(answered: list[Row]) -> list[Row]:
    rng = generator("unanswerable")
    contexts = {source: [row["context"] for row in rows] for source, rows in by_source(answered).items()}
    made = []
    for row in answered:
        chance = rng.random()
        if chance < OTHER_PASSAGE_SHARE:
            pool = contexts[row["source"]]
            made.append(other_passage(row, rng.choices(pool, k=25)))
        elif chance < OTHER_PASSAGE_SHARE + REMOVED_SENTENCE_SHARE:
            made.append(removed_sentence(row))
    return [row for row in made if row]


def changed_detail_rows(answered: list[Row]) -> list[Row]:
    rng = generator("changed detail")
    others = details_by_kind(answered)
    drawn = [row for row in answered if rng.random() < CHANGED_DETAIL_SHARE]
    return [made for row in drawn if (made := changed_detail(row, others, rng))]


def in_place_rows(answered: list[Row]) -> list[Row]:
    rng = generator("in place")
    made = [in_place(row, rng) for row in draw(answered, 3 * IN_PLACE_ROWS, "in place")]
    return draw([row for row in made if row], IN_PLACE_ROWS, "in place kept")


def mix(data: Path, left_out: set[str]) -> list[Row]:
    rows = source_rows(data, left_out)
    answered = [row for row in rows if row["answer_start"] >= 0]
    placed = in_place_rows(answered)
    return rows + placed + unanswerable_rows(answered + placed) + changed_detail_rows(answered)


if __name__ == "__main__":
    make_mix(__doc__, mix, UNCLEAR_LICENCE,
             lambda row: "answer" if row["answer_start"] >= 0 else "no answer")
