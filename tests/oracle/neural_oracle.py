"""Compares the tags, heads, labels, entities and sentence starts of src/nlp's networks with spaCy's.

Takes texts that we wrote (odd input among them), random token salads and, where ASSAY_DATA is set,
Wizard of Wikipedia. Both sides get spaCy's token ids, so that only the networks are compared.

A difference is a tie when the smallest margin of the text, as our side reports it, is below
TIE_MARGIN: sums of 32-bit floats differ in the last bits between two implementations. Ties are
printed and may concern at most MOST_TIED_TOKENS of the tokens; any other difference fails.

    ASSAY_ANNOTATE_IDS=build/release/tests/annotate_ids ASSAY_DEPS_DIR=.deps \\
        .deps/venv/bin/python tests/oracle/neural_oracle.py [NUMBER OF TEXTS OF EACH KIND]
"""

import itertools
import json
import os
import pathlib
import random
import subprocess
import sys

import spacy
from spacy.attrs import IS_SPACE, NORM, PREFIX, SHAPE, SPACY, SUFFIX
from spacy.tokens import Doc

TIE_MARGIN = 1e-4
MOST_TIED_TOKENS = 0.0005

OWN_TEXTS = [
    "Brad Pitt was born in Shawnee, Oklahoma, in 1963.",
    "I don't know what you're talking about! What do you mean? Tell me more.",
    "   Leading spaces, a tab\tand\n\nblank lines   in  between.  ",
    "\n", " ", "\t\t", "a", "...", "?!?!", "()", "1", "\u00a0",
    "naïve café, Straße, Дружба, 東京タワー, العربية, हिन्दी, 😀👩‍👩‍👧‍👦 e\u0301",
    "What did the man that the dog that the cat scratched bit say, and to whom?",
    "A hearing on the issue is scheduled today that nobody will attend, which is a pity.",
    "To whom it may concern: of the three, which did she say that he thought they had liked?",
    "http://example.org/a?b=c#d me@example.org #hashtag @user :-) <b>x</b> {\"a\": [1, 2.5e-3]}",
    "word " * 300,
    "The the THE tHe. " * 40,
    "On 3 May 2019 at 5 p.m., U.S. President Jane Q. Doe paid $3.5 million (about 12%) to Acme Inc.",
    "He said \u201cyes\u201d \u2014 or \u2018no\u2019? \u2026 I can\u2019t tell\u00ad.",
    "Buffalo buffalo Buffalo buffalo buffalo buffalo Buffalo buffalo.",
    "x" * 500 + " " + "9" * 200,
]


def strings_in(value):
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        value = value.values()
    return [text for part in value for text in strings_in(part)]


def wow_texts(count):
    data = os.environ.get("ASSAY_DATA")
    if not data:
        print("ASSAY_DATA is not set: without Wizard of Wikipedia")
        return []
    with open(pathlib.Path(data) / "eval/wow/valid.json", encoding="utf-8") as file:
        texts = sorted(set(strings_in(json.load(file))))
    random.Random(7).shuffle(texts)
    return texts[:count]


def salads(vocabulary, texts, count):
    """Docs of words in random order, with random spaces, so that every rule meets odd neighbours."""
    generator = random.Random(11)
    words = [token for text in texts for token in text.split()] + list(
        "()[]\"'.,;:!?-") + ["\n", "  ", "\t", "don't", "of", "that", "which", "U.S.", "東京", "😀"]
    for _ in range(count):
        chosen = generator.choices(words, k=generator.randint(1, 60))
        spaces = [generator.random() < 0.8 for _ in chosen]
        yield Doc(vocabulary, words=chosen, spaces=spaces)


def make_docs(nlp, count):
    texts = OWN_TEXTS + wow_texts(count)
    for text in texts:
        yield nlp.make_doc(text)
    yield from salads(nlp.vocab, texts, count)


def ids_of(doc):
    return doc.to_array([NORM, PREFIX, SUFFIX, SHAPE, SPACY, IS_SPACE]).tolist()


def annotations_of(doc, tags):
    return {
        "tags": tags,
        "heads": [token.head.i for token in doc],
        "deps": [token.dep_ for token in doc],
        "sentence_starts": [token.is_sent_start is True for token in doc],
        "entities": [[span.start, span.end, span.label_] for span in doc.ents],
    }


def spacy_annotations(nlp, docs):
    """Tags are taken before the attribute ruler, which is not part of the networks, sees them."""
    for doc in docs:
        for name in ("tok2vec", "tagger"):
            doc = nlp.get_pipe(name)(doc)
        tags = [token.tag_ for token in doc]
        for name in ("parser", "ner"):
            doc = nlp.get_pipe(name)(doc)
        yield annotations_of(doc, tags)


def our_annotations(program, folder, ids):
    lines = "".join(json.dumps(text) + "\n" for text in ids)
    result = subprocess.run([program, folder], input=lines, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(result.stderr)
    return [json.loads(line) for line in result.stdout.splitlines()]


def differing_tokens(ours, theirs):
    different = set()
    for key in ("tags", "heads", "deps", "sentence_starts"):
        if len(ours[key]) != len(theirs[key]):
            sys.exit(f"{len(ours[key])} {key} for {len(theirs[key])} tokens")
        different.update(i for i, (a, b) in enumerate(zip(ours[key], theirs[key])) if a != b)
    entities = [{tuple(entity) for entity in side["entities"]} for side in (ours, theirs)]
    for begin, end, _ in entities[0] ^ entities[1]:
        different.update(range(begin, end))
    return different


def report(doc, ours, theirs, different):
    print(f"margin {ours['margin']:.2e}, {len(different)} tokens of {doc.text[:200]!r}")
    for i in sorted(different)[:5]:
        sides = [tuple(side[key][i] for key in ("tags", "heads", "deps", "sentence_starts"))
                 for side in (ours, theirs)]
        print(f"    {i} {doc[i].text!r}: {sides[0]} is {sides[1]} in spaCy")
    if ours["entities"] != theirs["entities"]:
        print(f"    {ours['entities']} are {theirs['entities']} in spaCy")


def main():
    program = os.environ["ASSAY_ANNOTATE_IDS"]
    folder = str(pathlib.Path(os.environ["ASSAY_DEPS_DIR"]) / "models/en_core_web_sm")
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    nlp = spacy.load(folder)
    docs = [doc for doc in make_docs(nlp, count) if len(doc)]
    ids = [ids_of(doc) for doc in docs]
    ours = our_annotations(program, folder, ids)
    theirs = list(spacy_annotations(nlp, docs))
    tied = failed = 0
    for doc, mine, other in itertools.zip_longest(docs, ours, theirs):
        different = differing_tokens(mine, other)
        if not different:
            continue
        report(doc, mine, other, different)
        tied += len(different)
        failed += mine["margin"] >= TIE_MARGIN
    tokens = sum(len(doc) for doc in docs)
    print(f"{len(docs)} texts, {tokens} tokens: {tied} differ by ties ({tied / tokens:.4%}), "
          f"{failed} texts differ otherwise")
    return 1 if failed or tied > MOST_TIED_TOKENS * tokens else 0


if __name__ == "__main__":
    sys.exit(main())
