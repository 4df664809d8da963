"""Compares `assay analyze` with spaCy: tokens, tags, parts of speech, heads, labels, lemmas, flags,
entities, noun chunks and sentences.

    spacy_oracle.py written [COUNT]    our own texts: odd_texts.py with COUNT random ones,
                                       tests/data/sentences.txt
    spacy_oracle.py dialogues [COUNT]  texts of Wizard of Wikipedia, COUNT of them spread over the
                                       corpus, all when COUNT is 0; skipped without ASSAY_DATA

What spaCy says is kept in build/oracle, so that it is computed once per machine.

Passes when all tokens are the same and at most 0.05 % of them differ in anything else, each in a
text where the networks took a decision that was a tie in floating point.
"""

import argparse
import collections
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import odd_texts

SOURCE = Path(os.environ.get("ASSAY_SOURCE_DIR", Path(__file__).parents[2]))
DEPS = Path(os.environ.get("ASSAY_DEPS_DIR", SOURCE / ".deps"))
PROGRAM = os.environ.get("ASSAY_PROGRAM", str(SOURCE / "build/release/assay"))
PIPELINE = DEPS / "models/en_core_web_sm"
MOST_DIFFERENT = 0.0005
# spaCy's BLAS and our kernels round differently by less than this.
TIE = 1e-3
NAMES = ["tag", "pos", "dep", "head", "lemma", "is_stop", "is_punct", "entity", "chunk", "sentence"]


def dialogue_texts(folder):
    """Every text of Wizard of Wikipedia, once, in the order of the files."""
    texts = {}

    def collect(value):
        if isinstance(value, str):
            texts.setdefault(value)
        elif isinstance(value, list):
            for item in value:
                collect(item)
        elif isinstance(value, dict):
            for item in value.values():
                collect(item)

    collect(json.loads((folder / "valid.json").read_text("utf-8")))
    with open(folder / "wow-dev-kilt.jsonl", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            collect(record["input"])
            collect([output.get("answer", "") for output in record.get("output", [])])
    return list(texts)


def spread(items, count):
    if count == 0 or count >= len(items):
        return items
    return [items[i * len(items) // count] for i in range(count)]


def written_texts(count):
    own = (SOURCE / "tests/data/sentences.txt").read_text("utf-8").splitlines()
    return odd_texts.WRITTEN + odd_texts.drawn(count, seed=20) + own


def spacy_analysis(texts):
    import spacy

    content = hashlib.sha256(json.dumps([spacy.__version__, texts]).encode())
    for file in sorted(p for p in PIPELINE.rglob("*") if p.is_file()):
        content.update(file.read_bytes())
    cache = SOURCE / f"build/oracle/spacy-{content.hexdigest()[:16]}.jsonl"
    if not cache.exists():
        print(f"asking spaCy {spacy.__version__} about {len(texts)} texts", flush=True)
        nlp = spacy.load(PIPELINE)
        cache.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=cache.parent, delete=False) as out:
            for doc in nlp.pipe(texts, batch_size=64):
                out.write(json.dumps(analysis_of(doc)) + "\n")
        os.replace(out.name, cache)
    with open(cache, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def analysis_of(doc):
    """A Doc in the form of a line of `assay analyze`."""

    def place(span):
        return {"start": span.start_char, "end": span.end_char}

    return {
        "tokens": [
            {
                "start": token.idx,
                "end": token.idx + len(token),
                "tag": token.tag_,
                "pos": token.pos_,
                "dep": token.dep_,
                "head": token.head.i,
                "lemma": token.lemma_,
                "is_stop": token.is_stop,
                "is_punct": token.is_punct,
            }
            for token in doc
        ],
        "entities": [place(span) | {"label": span.label_} for span in doc.ents],
        "noun_chunks": [place(span) for span in doc.noun_chunks] if len(doc) else [],
        "sentences": [place(span) for span in doc.sents] if len(doc) else [],
    }


def our_analysis(texts):
    lines = "".join(json.dumps({"response": text}) + "\n" for text in texts)
    run = subprocess.run(
        [PROGRAM, "analyze", "--margins", "--linguistics", str(PIPELINE), "-"],
        input=lines.encode(), stdout=subprocess.PIPE, check=True,
    )  # fmt: skip
    return [json.loads(line) for line in run.stdout.splitlines()]


def token_rows(analysis):
    """One row a token, ranges spread over their tokens."""

    def spread_ranges(ranges):
        marks = {}
        for place in ranges:
            for token in analysis["tokens"]:
                if place["start"] <= token["start"] < place["end"]:
                    first = token["start"] == place["start"]
                    marks[token["start"]] = (first, place["end"], place.get("label", ""))
        return marks

    ranges = [spread_ranges(analysis[kind]) for kind in ("entities", "noun_chunks", "sentences")]
    return [
        tuple(token[name] for name in NAMES[:7])
        + tuple(marks.get(token["start"]) for marks in ranges)
        for token in analysis["tokens"]
    ]


def places(analysis):
    return [(token["start"], token["end"]) for token in analysis["tokens"]]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("texts", choices=["written", "dialogues"])
    parser.add_argument("count", type=int, nargs="?", default=1000)
    options = parser.parse_args()
    if options.texts == "written":
        texts = written_texts(options.count)
    elif data := os.environ.get("ASSAY_DATA"):
        texts = spread(dialogue_texts(Path(data) / "eval/wow"), options.count)
    else:
        print("ASSAY_DATA is not set: no Wizard of Wikipedia to compare on")
        return 77
    expected, got = spacy_analysis(texts), our_analysis(texts)
    assert len(expected) == len(got) == len(texts), (len(expected), len(got), len(texts))
    tokens = different = split_differently = 0
    kinds = collections.Counter()
    not_ties = []
    for text, theirs, ours in zip(texts, expected, got):
        tokens += len(theirs["tokens"])
        if places(theirs) != places(ours):
            split_differently += 1
            print(f"split differently: {text[:200]!r}")
            continue
        wrong = [
            (i, a, b)
            for i, (a, b) in enumerate(zip(token_rows(theirs), token_rows(ours)))
            if a != b
        ]
        if not wrong:
            continue
        different += len(wrong)
        for _, a, b in wrong:
            kinds.update(name for name, x, y in zip(NAMES, a, b) if x != y)
        i, a, b = wrong[0]
        named = [f"{n} {x!r} / {y!r}" for n, x, y in zip(NAMES, a, b) if x != y]
        place = theirs["tokens"][i]
        print(f"margin {ours['margin']:.2g}: {len(wrong)} tokens from "
              f"{text[place['start']:place['end']]!r} ({', '.join(named)[:150]}) in {text[:100]!r}")
        if ours["margin"] > TIE:
            not_ties.append(text)
    share = different / max(tokens, 1)
    print(f"{len(texts)} texts, {tokens} tokens: {split_differently} texts split differently, "
          f"{different} tokens ({share:.4%}) differ: {dict(kinds)}; "
          f"{len(not_ties)} differing texts without a tie")
    return 0 if not split_differently and not not_ties and share <= MOST_DIFFERENT else 1


if __name__ == "__main__":
    sys.exit(main())
