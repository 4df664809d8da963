"""Parses the sentences of the question generator's tests with spaCy.

Writes tests/data/parsed_sentences.jsonl in the form of `assay analyze`, so that the rules are
tested on real parses without a pipeline being loaded.

    .deps/venv/bin/python tests/oracle/make_parsed_sentences.py
"""

import json
import pathlib

import spacy

ROOT = pathlib.Path(__file__).resolve().parents[2]
SENTENCES = [
    "Marie Curie was born in Warsaw in 1867.",
    "I know that she discovered radium.",
    "The company employs 10,000 people.",
    "They sell apples and pears.",
    "Lima is the capital of Peru.",
    "In 1912, the ship sank.",
    "It is a novel that was written by Jane Austen.",
    "Anna's house has three floors.",
    "Yes, he moved to Berlin and opened a bakery there.",
    "There are hundreds of islands in Finland.",
    "He did n't like the film.",
    "What a great match!",
    "well , the bridge was finished in 1932 .",
    "It has been on the air since 1989.",
    "Die Straße führt nach München.",
]


def span(x):
    return {"text": x.text, "start": x.start_char, "end": x.end_char}


def parse(nlp, text):
    doc = nlp(text)
    tokens = [
        {
            "text": t.text, "start": t.idx, "end": t.idx + len(t.text), "tag": t.tag_,
            "pos": t.pos_, "dep": t.dep_, "head": t.head.i, "lemma": t.lemma_,
            "is_stop": t.is_stop, "is_punct": t.is_punct,
        }
        for t in doc
    ]
    return {
        "text": text,
        "tokens": tokens,
        "entities": [span(e) | {"label": e.label_} for e in doc.ents],
        "noun_chunks": [span(c) for c in doc.noun_chunks],
        "sentences": [{"start": s.start_char, "end": s.end_char} for s in doc.sents],
    }


def main():
    nlp = spacy.load(ROOT / ".deps" / "models" / "en_core_web_sm")
    with open(ROOT / "tests" / "data" / "parsed_sentences.jsonl", "w", encoding="utf-8") as out:
        for text in SENTENCES:
            out.write(json.dumps(parse(nlp, text), ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
