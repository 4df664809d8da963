"""Makes the training file of the question generator.

    qg_mix.py DATA_DIR OUT.jsonl.gz [--clear-licences-only]

DATA_DIR holds qa.jsonl.gz, qa_usertext.jsonl.gz and qasrl.jsonl.gz (docs/training.md says what they
hold and where each set is published), and may hold train-v1.1.json, SQuAD's. They are turned round:
an answer in its text, and the question that it answers. A long context is cut to the sentence of the answer, of some rows with the one before, as
long as a response is. A question that asks with words which that text does not have could only be
guessed, and is left out. Prints the rows of each source. Same data, same bytes.
"""

import re
from pathlib import Path

from question_sets import questions_by_source
from sources import Row, draw, generator, make_mix
from spans import answer_sentence, sentences

# Rows taken of a source at most. QA-SRL asks for roles of a verb in fixed forms ("What is being
# suspended?"): enough to teach the forms, not so much that every question looks like that.
CAPS = {
    "squad1_train": 60_000, "qamr": 34_000, "squad1_train_part": 12_000, "squad1_other_part": 8_000,
    "squad2_dev_part": 6_100, "squad1_dev_part": 2_600, "squadshifts_newwiki": 6_800,
    "qed_dev(nq)": 900, "fairytaleqa(explicit,span)": 4_000, "hotpotqa(gold paras)": 400,
    "squadshifts_amazon": 3_000, "squadshifts_reddit": 6_000,
    "qasrl_bank2(orig)": 8_000, "qanom": 2_000,
}
SENTENCE_BEFORE_SHARE = 0.35
LONGEST_WORDS = 60
COVERED_SHARE = 0.6  # of a question's words of content
FREE_WORDS = set(
    "what which who whom whose when where why how many much long old often far did does was were "
    "are is has have had been being can could would should will type kind name year time person "
    "place people called used from with about into that this these those their there they than "
    "some something someone somebody anything".split())


def stems(text: str) -> set[str]:
    """Words by their first five letters: "opened" and "opening" are one."""
    return {word[:5] for word in re.findall(r"[^\W_]{3,}", text.lower())}


def is_covered(question: str, text: str) -> bool:
    words = [word for word in re.findall(r"[^\W_]{3,}", question.lower()) if word not in FREE_WORDS]
    known = stems(text)
    return sum(word[:5] in known for word in words) >= COVERED_SHARE * len(words)


def gives_itself_away(row: Row) -> bool:
    answer = row["answer_text"].lower().strip(" .,")
    return re.search(rf"\b{re.escape(answer)}\b", row["question"].lower()) is not None


def around_answer(row: Row, with_one_before: bool) -> Row | None:
    context = row["context"]
    if len(context.split()) <= LONGEST_WORDS / 2:
        return row
    found = answer_sentence(row)
    if found is None:
        return None
    begin, end = found
    if with_one_before:
        begin = max((s for s, e in sentences(context) if e <= begin), default=begin)
    text = context[begin:end].rstrip()
    if len(text.split()) > LONGEST_WORDS:
        return None
    return row | {"context": text, "answer_start": row["answer_start"] - begin}


def well_formed(question: str) -> str | None:
    """As a person would write it: a capital at the beginning, one question mark at the end. QA-SRL's
    "How can something enter something?" names nothing, and is not such a question."""
    text = re.sub(r"\s+", " ", question).strip().rstrip("?.! ").strip()
    if not 3 <= len(text.split()) <= 24 or re.search(r"\bsome(thing|one|body)\b", text):
        return None
    return text[0].upper() + text[1:] + "?"


def question_row(row: Row, with_one_before: bool) -> Row | None:
    question = well_formed(row["question"])
    placed = around_answer(row, with_one_before)
    if question is None or placed is None or gives_itself_away(row):
        return None
    if not is_covered(question, placed["context"]):
        return None
    return placed | {"question": question}


def mix(data: Path, left_out: set[str]) -> list[Row]:
    rng = generator("sentence before")
    made = []
    for source, found in questions_by_source(data).items():
        if source not in CAPS or source in left_out:
            continue
        rows = [question_row(row, rng.random() < SENTENCE_BEFORE_SHARE)
                for row in found if row["answer_start"] >= 0]
        made += draw([row for row in rows if row], CAPS[source], f"qg {source}")
    return made


if __name__ == "__main__":
    make_mix(__doc__, mix, set(), lambda row: "question")
