"""Compares `assay score --metric overlap` with the same score computed by spaCy in Python.

Pairs of sentences of ours with one to three others as knowledge, odd Unicode texts and, where
ASSAY_DATA is set, the judged responses of two dialogue systems. Equality to 1e-12 is wanted; a
record without a score must be one whose response or knowledge is white space.
"""

import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
from collections import Counter

import spacy

SOURCE_DIR = pathlib.Path(os.environ["ASSAY_SOURCE_DIR"])
DEPS_DIR = pathlib.Path(os.environ["ASSAY_DEPS_DIR"])
TOLERANCE = 1e-12


def own_records():
    sentences = (SOURCE_DIR / "tests/data/sentences.txt").read_text(encoding="utf-8").splitlines()
    for i, sentence in enumerate(sentences):
        others = sentences[i + 1 : i + 2 + i % 3] or sentences[:1]
        yield sentence, others
        yield sentence, [sentence.upper(), *others]
    with open(SOURCE_DIR / "tests/data/unicode_torture.jsonl", encoding="ascii") as lines:
        odd = [json.loads(line) for line in lines]
    for text in odd:
        yield f"{text} tea", [f"TEA {text}", text]
        yield text, odd[:40]


def shared_records():
    folder = os.environ.get("ASSAY_DATA")
    if not folder:
        return
    for path in sorted(pathlib.Path(folder, "eval/q-squared").glob("dodeca_*.csv")):
        with open(path, encoding="utf-8", newline="") as rows:
            for row in csv.DictReader(rows):
                yield row["response"], [row["knowledge"]]


def content_words(nlp, text):
    return Counter(t.text.lower() for t in nlp.make_doc(text) if not t.is_stop and not t.is_punct)


def expected_score(nlp, response, knowledge):
    known = content_words(nlp, " ".join(knowledge).lower())
    said = content_words(nlp, response)
    shared = sum((known & said).values())
    if shared == 0:
        return 0.0
    precision, recall = shared / sum(said.values()), shared / sum(known.values())
    return 2 * precision * recall / (precision + recall)


def run_assay(records):
    with tempfile.TemporaryDirectory() as folder:
        records_file, results_file = f"{folder}/in.jsonl", f"{folder}/out.jsonl"
        with open(records_file, "w", encoding="utf-8") as out:
            for response, knowledge in records:
                out.write(json.dumps({"response": response, "knowledge": knowledge}) + "\n")
        command = [os.environ["ASSAY_PROGRAM"], "score", "--metric", "overlap", records_file,
                   "-o", results_file]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with open(results_file, encoding="utf-8") as lines:
            results = [json.loads(line) for line in lines]
    return [result for result in results if result["type"] == "result"]


def main():
    nlp = spacy.load(DEPS_DIR / "models/en_core_web_sm")
    records = [*own_records(), *shared_records()]
    results = run_assay(records)
    assert len(results) == len(records), f"{len(results)} results of {len(records)} records"
    failures = unscored = 0
    for (response, knowledge), result in zip(records, results):
        if result["status"] != "measured":
            unscored += 1
            blank = not response.strip() or not "".join(knowledge).strip()
            failures += not blank
            continue
        wanted = expected_score(nlp, response, knowledge)
        if abs(wanted - result["score"]) > TOLERANCE:
            failures += 1
            print(f"{result['score']} instead of {wanted}: {response!r} from {knowledge!r}")
    print(f"{len(records)} records, {unscored} without a score, {failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
