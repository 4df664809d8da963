"""Computes Q² again from what its results say about each step, in Python, and compares.

The golden results (tests/golden) hold every question with both answers and the probabilities of NLI.
From these alone this script derives normalised answers, token F1, the comparison, the score of every
question, the verdict, both means, the fallback and the counts. It also takes candidates and personal
questions from spaCy: nothing but these candidates may be asked about, every personal question must be
listed as such, and no other.
"""

import collections
import json
import os
import pathlib
import re
import string
import sys

import spacy

SOURCE_DIR = pathlib.Path(os.environ["ASSAY_SOURCE_DIR"])
DEPS_DIR = pathlib.Path(os.environ["ASSAY_DEPS_DIR"])
GOLDEN = SOURCE_DIR / "tests" / "golden"
LABELS = ("entailment", "neutral", "contradiction")
THRESHOLD = 0.5
SPEAKERS = set("i me myself mine we us ours ourselves you yourself yourselves yours".split())


def normalised(answer):
    kept = "".join(c for c in answer.lower() if c not in string.punctuation)
    return re.sub(" +", " ", re.sub(r"\b(?:a|an|the|in|our)\b", " ", kept)).strip()


def token_f1(one, other):
    first = collections.Counter(normalised(one).split())
    second = collections.Counter(normalised(other).split())
    same = sum((first & second).values())
    return 2 * same / (sum(first.values()) + sum(second.values())) if same else 0.0


def most_probable(nli):
    return max(LABELS, key=lambda label: nli[label])


def expected_comparison(unit, is_pronoun):
    """(comparison, score of q2, score of q2-f1)"""
    if unit["knowledge_answer"] is None:
        return "no_answer", 0.0, 0.0
    f1 = token_f1(unit["text"], unit["knowledge_answer"])
    if f1 == 1:
        return "exact", 1.0, 1.0
    if is_pronoun:
        return "pronoun", 1.0, 1.0
    label = most_probable(unit["nli"])
    if label == "neutral":
        return "neutral_f1", f1, f1
    return label, 1.0 if label == "entailment" else 0.0, f1


def expected_verdict(unit, score):
    if unit["knowledge_answer"] is None:
        return "not_enough_info"
    return "supported" if score == 1 or score > THRESHOLD else "refuted"


def expected_candidates(doc, paper):
    candidates = []
    for entity in doc.ents:
        if paper or entity.text.lower() not in {c.lower() for c in candidates}:
            candidates.append(entity.text)
    for chunk in doc.noun_chunks:
        if chunk.text.lower() not in {c.lower() for c in candidates}:
            candidates.append(chunk.text)
    return [c for c in candidates if c.lower() != "i"]


def is_personal(doc):
    return any(
        (token.dep_ == "nsubj" and token.text.lower() in {"i", "you"})
        or (token.dep_ == "poss" and token.text.lower() in {"my", "your"})
        for token in doc
    )


class Checker:
    def __init__(self):
        self.nlp = spacy.load(DEPS_DIR / "models/en_core_web_sm")
        self.failures = 0
        self.checked = 0

    def want(self, what, wanted, got):
        self.checked += 1
        same = abs(wanted - got) < 1e-9 if isinstance(wanted, float) else wanted == got
        if not same:
            self.failures += 1
            print(f"{what}: {got!r} instead of {wanted!r}")

    def check_units(self, place, result, record, pronouns):
        scores = []
        for unit in result["units"]:
            where = f"{place} {unit['question']!r}"
            comparison, q2, q2_f1 = expected_comparison(unit, unit["text"] in pronouns)
            if result["metric"] == "q2-f1" and comparison not in ("no_answer", "exact", "pronoun"):
                comparison = "f1"  # it does not look at what NLI said
            self.want(f"{where} comparison", comparison, unit["comparison"])
            named = q2 if result["metric"] == "q2" else q2_f1
            self.want(f"{where} score", named, unit["score"])
            self.want(f"{where} verdict", expected_verdict(unit, named), unit["verdict"])
            self.want(f"{where} round trip", normalised(unit["text"]),
                      normalised(unit["response_answer"]))
            self.want(f"{where} is personal", False, is_personal(self.nlp(unit["question"])))
            for text, span in [(unit["text"], unit["span"]),
                               (unit["response_answer"], unit["response_answer_span"])]:
                response = record["response"]
                self.want(f"{where} span", text, response[span["start"]:span["end"]])
                self.want(f"{where} bytes", text.encode(),
                          response.encode()[span["byte_start"]:span["byte_end"]])
            scores.append((q2, q2_f1))
        for i, name in enumerate(("q2", "q2-f1")):
            mean = sum(score[i] for score in scores) / len(scores)
            self.want(f"{place} {name}", mean, result["scores"][name])

    def pronouns(self, response):
        doc = self.nlp(response)
        found = {chunk.text for chunk in doc.noun_chunks
                 if all(t.pos_ == "PRON" and t.lower_ not in SPEAKERS for t in chunk)}
        return found - {entity.text for entity in doc.ents}

    def check_counts(self, place, result, candidates):
        reasons = collections.Counter(dropped["reason"] for dropped in result["discarded"])
        questions = [unit for unit in result["units"] if unit["kind"] == "question"]
        counts = result["counts"]
        self.want(f"{place} candidates", len(candidates), counts["candidates"])
        self.want(f"{place} personal", reasons["personal"], counts["questions_personal"])
        self.want(f"{place} round trips", reasons["round_trip"],
                  counts["questions_round_trip_failed"])
        self.want(f"{place} without", reasons["no_question"],
                  counts["candidates_without_question"])
        self.want(f"{place} counted", len(questions), counts["questions_counted"])
        unanswered = sum(unit["knowledge_answer"] is None for unit in questions)
        self.want(f"{place} unanswered", unanswered, counts["questions_unanswered"])

    def check_result(self, place, result, record, paper):
        candidates = expected_candidates(self.nlp(record["response"]), paper)
        self.check_counts(place, result, candidates)
        asked = [unit["text"] for unit in result["units"] if unit["kind"] == "question"]
        self.want(f"{place} asks of others", set(), set(asked) - set(candidates))
        for dropped in result["discarded"]:
            if dropped["reason"] in ("personal", "round_trip"):
                personal = is_personal(self.nlp(dropped["text"]))
                self.want(f"{place} {dropped['text']!r} is personal",
                          dropped["reason"] == "personal", personal)
        if not asked:
            self.want(f"{place} fallback", "nli", result["fallback"])
            self.want(f"{place} fallback score", True, result["score"] in (0.0, 0.5, 1.0))
            self.want(f"{place} fallback f1", result["scores"]["q2"], result["scores"]["q2-f1"])
            return
        self.want(f"{place} fallback", None, result["fallback"])
        if not paper:
            self.want(f"{place} one question each", len(asked), len(set(asked)))
        self.check_units(place, result, record, set() if paper else self.pronouns(record["response"]))


def read_lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def main():
    records = {record["id"]: record for record in read_lines(GOLDEN / "records.jsonl")}
    checker = Checker()
    for name in ("results.jsonl", "results_paper.jsonl"):
        for result in read_lines(GOLDEN / name):
            if result["type"] != "result" or result["metric"] not in ("q2", "q2-f1"):
                continue
            if result["status"] == "measured":
                place = f"{name} {result['metric']} {result['id']}"
                checker.check_result(place, result, records[result["id"]], "paper" in name)
    print(f"{checker.checked} values checked, {checker.failures} differ")
    sys.exit(1 if checker.failures or not checker.checked else 0)


if __name__ == "__main__":
    main()
