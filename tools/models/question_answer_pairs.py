"""Pairs as Q² makes them: a question followed by an answer, on both sides.

`premise` is "question answer1." and `hypothesis` "question answer2."; the label says whether the
second answer follows from the first. Answers that differ only in form entail each other, and so do two
that people gave to the same question about the same text; an answer with a detail less follows from
the one that has it, but not the other way round (neutral). Another name, date or number contradicts,
for where one is right another seldom is too; any other answer leaves it open (neutral): a model that
learns to call every other wording a contradiction is of no use to Q². With the passage as premise, the
same hypotheses are claims to verify.
"""

import random
import re
from collections import defaultdict
from collections.abc import Iterable

from sources import Row

NUMBER_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
                "ten", "eleven", "twelve"]
MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
PREPOSITIONS = ("in", "at", "on", "by", "from", "for", "with", "to", "since", "during")
ARTICLES = ("the", "a", "an")
EXCLUSIVE = ("date", "number", "name")  # where one answer is right, another of its type is wrong


def answer_type(answer: str) -> str:
    """Coarse: only answers of one type are exchanged, so that the wrong one is a plausible one."""
    if re.search(r"\b1\d{3}\b|\b20\d\d\b", answer) or re.search(MONTH, answer):
        return "date"
    if re.search(r"\d", answer) or answer.lower() in NUMBER_WORDS:
        return "number"
    words = answer.split()
    capitals = sum(word[:1].isupper() for word in words)
    if capitals and capitals >= len(words) - 2:
        return "name"
    return "short" if len(words) <= 3 else "long"


def same_answer(answer: str, rng: random.Random) -> str | None:
    """The answer in another form, or None where no rule applies."""
    words = answer.split()
    forms = []
    if words[0].lower() in ARTICLES and len(words) > 1:
        forms.append(" ".join(words[1:]))
    elif answer_type(answer) == "short":
        forms.append("the " + answer)
    if words[0].lower() in PREPOSITIONS and len(words) > 1:
        forms.append(" ".join(words[1:]))
    elif answer_type(answer) == "date":
        forms.append(("on " if re.search(MONTH + r" \d", answer) else "in ") + answer)
    if answer.lower() in NUMBER_WORDS:
        forms.append(str(NUMBER_WORDS.index(answer.lower())))
    if answer.isdigit() and int(answer) < len(NUMBER_WORDS):
        forms.append(NUMBER_WORDS[int(answer)])
    if re.fullmatch(r"\d{1,3}(,\d{3})+", answer):
        forms.append(answer.replace(",", ""))
    if re.search(r"\d%$", answer):
        forms.append(answer[:-1] + " percent")
    if answer_type(answer) in ("number", "short") and not answer.startswith(("about", "around")):
        forms.append(answer.lower() if answer != answer.lower() else answer)
    return rng.choice(forms) if forms else None


def with_less_detail(answer: str) -> str | None:
    """A less specific answer that follows from `answer`: 'the pale king' -> 'the king'."""
    if found := re.fullmatch(rf"({MONTH}) \d{{1,2}},? (\d{{4}})", answer):
        return f"{found[1]} {found[2]}"
    if found := re.fullmatch(rf"{MONTH} (\d{{4}})", answer):
        return found[1]
    words = answer.split()
    if not 2 <= len(words) <= 4 or any(not word.isalpha() or not word.islower() for word in words):
        return None
    if set(words) & {"and", "or", "of", "no", "not", *PREPOSITIONS}:
        return None
    if words[0] in ARTICLES:
        return f"{words[0]} {words[-1]}" if len(words) > 2 else None
    return words[-1]


def changed_number(answer: str, rng: random.Random) -> str | None:
    """Another number in the same place of the same text."""
    found = list(re.finditer(r"\d+", answer))
    if not found:
        return None
    digits = rng.choice(found)
    value = int(digits[0])
    step = rng.choice([-10, -3, -2, -1, 1, 2, 3, 10, 20]) if len(digits[0]) < 5 else value // 2 + 1
    other = str(abs(value + step)).zfill(len(digits[0]))
    return None if other == digits[0] else answer[: digits.start()] + other + answer[digits.end() :]


def _overlap(first: str, second: str) -> bool:
    words = lambda text: set(re.findall(r"\w+", text.lower())) - set(ARTICLES)
    return bool(words(first) & words(second))


def _row(premise: str, hypothesis: str, label: str, source: str) -> Row:
    return {"premise": premise, "hypothesis": hypothesis, "label": label, "source": source}


def _statement(question: str, answer: str) -> str:
    return f"{question} {answer}."


def _answer_pair(question: str, answer: str, wrong: str | None, rng: random.Random) -> Row | None:
    make = lambda first, second, label: _row(_statement(question, first), _statement(question, second),
                                             label, "made:question_answer")
    kind = rng.random()
    if kind < 0.4 and wrong:
        label = "contradiction" if answer_type(answer) in EXCLUSIVE else "neutral"
        return make(answer, wrong, label) if rng.random() < 0.5 else make(wrong, answer, label)
    if kind < 0.5 and (wrong := changed_number(answer, rng)):
        return make(answer, wrong, "contradiction")
    if less := with_less_detail(answer):
        return make(answer, less, "entailment") if rng.random() < 0.4 else make(
            less, answer, "neutral")
    if other := same_answer(answer, rng):
        return make(answer, other, "entailment") if rng.random() < 0.5 else make(
            other, answer, "entailment")
    return None


def _passage_pair(row: Row, wrong: str | None, stranger: Row, rng: random.Random) -> Row | None:
    question, answer, context = row["question"], row["answer_text"], row["context"]
    make = lambda premise, text, label: _row(premise, _statement(question, text), label,
                                             "made:passage_answer")
    kind = rng.random()
    if kind < 0.4:
        return make(context, answer, "entailment")
    if kind < 0.75:
        label = "contradiction" if answer_type(answer) in EXCLUSIVE else "neutral"
        return make(context, wrong, label) if wrong else None
    return make(stranger["context"], answer, "neutral")


def _content(answer: str) -> set[str]:
    return set(re.findall(r"\w+", answer.lower())) - set(ARTICLES) - set(PREPOSITIONS)


def answers_of_people(rows: Iterable[Row], pairs: int, rng: random.Random) -> list[Row]:
    """Two answers that people gave to one question about one text, in both orders."""
    answers: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in rows:
        if row["answer_start"] >= 0 and len(row["answer_text"].split()) <= 10:
            answers[row["context"], row["question"]].add(row["answer_text"].strip(" .,\"'"))
    made = []
    for (_, question), given in answers.items():
        if len(given) < 2:
            continue
        first, second = rng.sample(sorted(given), 2)
        common = len(_content(first) & _content(second))
        # What has most of the words of the other says as much; with few it adds something of its own.
        for premise, hypothesis in ((first, second), (second, first)):
            says_it = common >= 0.5 * len(_content(hypothesis))
            made.append(_row(_statement(question, premise), _statement(question, hypothesis),
                             "entailment" if says_it else "neutral", "made:answers_of_people"))
    rng.shuffle(made)
    return made[:pairs]


def question_answer_pairs(rows: Iterable[Row], answer_pairs: int, passage_pairs: int,
                          rng: random.Random) -> list[Row]:
    """At most the wanted numbers of pairs of both kinds, from questions that have an answer."""
    rows = [r for r in rows if 1 <= len(r["answer_text"].split()) <= 8 and
            len(r["question"].split()) <= 25 and len(r["context"].split()) <= 160]
    rng.shuffle(rows)
    answers_of_type = defaultdict(list)
    answers_of_context = defaultdict(list)
    for row in rows:
        answers_of_type[answer_type(row["answer_text"])].append(row["answer_text"])
        answers_of_context[row["context"]].append(row["answer_text"])

    def wrong_answer(row: Row) -> str | None:
        answer = row["answer_text"]
        kind = answer_type(answer)
        near = [a for a in answers_of_context[row["context"]]
                if answer_type(a) == kind and not _overlap(a, answer)]
        if near and rng.random() < 0.7:
            return rng.choice(near)
        other = rng.choice(answers_of_type[kind])
        return None if _overlap(other, answer) or kind == "long" else other

    made: dict[str, list[Row]] = {"answers": [], "passages": []}
    for row in rows:
        wrong = wrong_answer(row)
        if len(made["answers"]) < answer_pairs:
            if pair := _answer_pair(row["question"], row["answer_text"], wrong, rng):
                made["answers"].append(pair)
        if len(made["passages"]) < passage_pairs and rng.random() < 0.5:
            if pair := _passage_pair(row, wrong, rng.choice(rows), rng):
                made["passages"].append(pair)
    return made["answers"] + made["passages"]
