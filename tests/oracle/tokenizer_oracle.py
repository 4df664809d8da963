#!/usr/bin/env python3
"""Compares assay's tokenizer with Hugging Face `tokenizers`: ids, type ids and offsets.

  tokenizer_oracle.py models      the tokenizers of models/, over all texts and pairs of texts
  tokenizer_oracle.py components  small tokenizers that exercise each supported component
  tokenizer_oracle.py characters  normalisation of every code point
  tokenizer_oracle.py refusals    components that are not supported are refused by name
"""

import itertools
import json
import os
import pathlib
import random
import sys
import tempfile

from text_oracle_common import (
    SOURCE_DIR,
    Differences,
    random_texts,
    run_text_lines,
    shared_texts,
    torture_texts,
)
from tokenizers import Tokenizer

MINILM = pathlib.Path(os.environ["ASSAY_DEPS_DIR"]) / "models/all-minilm-l6-v2/tokenizer.json"


def their_encoding(tokenizer, line):
    """None where the package itself panics."""
    try:
        encoding = tokenizer.encode(*line)
    except BaseException as panic:  # pyo3's PanicException is no Exception
        if type(panic).__name__ != "PanicException":
            raise
        return None
    return {
        "ids": encoding.ids,
        "type_ids": encoding.type_ids,
        "offsets": [list(offsets) for offsets in encoding.offsets],
    }


def compare_encodings(what, file, lines, differences):
    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    answers = run_text_lines(["tokenize", file], lines)
    if len(answers) != len(lines):
        raise SystemExit(f"{what}: {answers[0]}")
    for line, ours in zip(lines, answers):
        theirs = their_encoding(tokenizer, line)
        if theirs is not None:
            differences.compare(what, line, ours, theirs)


# --- models ------------------------------------------------------------------------------------


def vocabulary_texts(vocabulary, count):
    """Words glued from pieces of the vocabulary, so that most pieces are met."""
    rng = random.Random(7)
    tokens = sorted(vocabulary)
    pieces = [token.removeprefix("##") for token in tokens]
    return [
        " ".join("".join(rng.choices(pieces, k=rng.randint(1, 3))) for _ in range(30))
        for _ in range(count)
    ]


def pairs_of(texts, count):
    rng = random.Random(11)
    return [[rng.choice(texts), rng.choice(texts)] for _ in range(count)]


def different_tokenizers():
    """The models' tokenizers, each once; what is not applied to a text does not count."""
    files = sorted(SOURCE_DIR.glob("models/*/tokenizer.json")) + [MINILM]
    different = {}
    for file in filter(pathlib.Path.exists, files):
        tokenizer = json.loads(file.read_text(encoding="utf-8"))
        key = json.dumps(tokenizer | {"truncation": None, "padding": None}, sort_keys=True)
        different.setdefault(key, file)
    return different.values()


def compare_models():
    differences = Differences()
    texts = torture_texts() + random_texts(1, 20000) + shared_texts()
    for file in different_tokenizers():
        words = vocabulary_texts(Tokenizer.from_file(str(file)).get_vocab(), 2000)
        lines = [[text] for text in texts + words] + pairs_of(texts + words, 3000)
        compare_encodings(str(file), file, lines, differences)
    return differences.exit_code()


# --- components --------------------------------------------------------------------------------

NORMALIZERS = {
    name: {"type": name}
    for name in ["NFC", "NFD", "NFKC", "NFKD", "Lowercase", "StripAccents"]
} | {
    "strip": {"type": "Strip", "strip_left": True, "strip_right": True},
    "strip-left": {"type": "Strip", "strip_left": True, "strip_right": False},
    "strip-right": {"type": "Strip", "strip_left": False, "strip_right": True},
    "prepend": {"type": "Prepend", "prepend": "▁x"},
    "replace": {"type": "Replace", "pattern": {"String": " "}, "content": "▁"},
    "replace-longer": {"type": "Replace", "pattern": {"String": "e"}, "content": "東a"},
    "remove": {"type": "Replace", "pattern": {"String": "a"}, "content": ""},
    "replace-meta": {"type": "Replace", "pattern": {"String": ".-"}, "content": "$1"},
}
NORMALIZERS |= {
    f"bert-{clean:d}{chinese:d}{accents}{lower:d}": {
        "type": "BertNormalizer",
        "clean_text": clean,
        "handle_chinese_chars": chinese,
        "strip_accents": accents,
        "lowercase": lower,
    }
    for clean, chinese, accents, lower in itertools.product(
        [True, False], [True, False], [True, False, None], [True, False]
    )
}
for names in [
    ["NFD", "StripAccents", "Lowercase"],
    ["NFKD", "StripAccents", "strip", "NFC"],
    ["Lowercase", "NFKC", "prepend", "replace"],
    ["NFD", "NFC", "NFKD", "NFKC"],
    ["strip", "prepend", "replace-longer", "remove"],
    ["remove", "NFC", "Lowercase", "NFD", "strip-right"],
]:
    NORMALIZERS["+".join(names)] = {
        "type": "Sequence",
        "normalizers": [NORMALIZERS[name] for name in names],
    }

PRE_TOKENIZERS = {
    name: {"type": name} for name in ["BertPreTokenizer", "Whitespace", "WhitespaceSplit"]
}
PRE_TOKENIZERS |= {
    f"punctuation-{behavior}": {"type": "Punctuation", "behavior": behavior}
    for behavior in [
        "Removed", "Isolated", "Contiguous", "MergedWithPrevious", "MergedWithNext",
    ]  # fmt: skip
}
PRE_TOKENIZERS |= {
    f"digits-{individual}": {"type": "Digits", "individual_digits": individual}
    for individual in [True, False]
}
for names in [
    ["WhitespaceSplit", "Punctuation-default", "digits-True"],
    ["digits-False", "Whitespace"],
    ["punctuation-MergedWithPrevious", "digits-True", "WhitespaceSplit"],
    ["WhitespaceSplit", "punctuation-MergedWithNext", "digits-False"],
]:
    PRE_TOKENIZERS["+".join(names)] = {
        "type": "Sequence",
        "pretokenizers": [PRE_TOKENIZERS.get(n, {"type": "Punctuation"}) for n in names],
    }


def special(name, *ids):
    return {name: {"id": name, "ids": list(ids), "tokens": [name] * len(ids)}}


def piece(kind, name, type_id=0):
    return {kind: {"id": name, "type_id": type_id}}


POST_PROCESSORS = {
    "bert": {"type": "BertProcessing", "sep": ["[SEP]", 2], "cls": ["[CLS]", 1]},
    "template": {
        "type": "TemplateProcessing",
        "single": [piece("SpecialToken", "[CLS]"), piece("Sequence", "A"), piece("SpecialToken", "[SEP]", 3)],
        "pair": [piece("Sequence", "B", 2), piece("SpecialToken", "[SEP]"), piece("Sequence", "A", 1)],
        "special_tokens": special("[CLS]", 1) | special("[SEP]", 2, 3),
    },
    "template-twice": {
        "type": "TemplateProcessing",
        "single": [piece("Sequence", "A"), piece("Sequence", "A")],
        "pair": [piece("Sequence", "A"), piece("Sequence", "B", 1), piece("SpecialToken", "[SEP]", 1)],
        "special_tokens": special("[SEP]", 2),
    },
}  # fmt: skip


def added(content, *flags):
    names = ["single_word", "lstrip", "rstrip", "normalized", "special"]
    return {"content": content} | {name: name in flags for name in names}


ADDED_TOKENS = {
    "plain": [added("[CLS]", "special"), added("[SEP]", "special"), added("<x>"), added("東")],
    "overlapping": [added("ab"), added("abc"), added("b"), added("bcd"), added("<"), added("<x>y")],
    "single-word": [added("ab", "single_word"), added("the", "single_word", "normalized"), added("é", "single_word")],
    "strip": [added("<l>", "lstrip"), added("<r>", "rstrip"), added("<b>", "lstrip", "rstrip"), added(" z")],
    "normalized": [added("ÉTÉ", "normalized"), added("ABC", "normalized", "lstrip"), added("Big", "normalized", "single_word", "rstrip"), added("x Y", "normalized")],
    "word-strip": [added("ab", "single_word", "lstrip", "rstrip"), added("<b>", "single_word", "lstrip")],
}  # fmt: skip


def alphabet(texts):
    """Every character that any normaliser can make of the texts."""
    import unicodedata

    characters = set()
    for text in texts + ["▁x東a$1"]:
        for form in ["NFC", "NFD", "NFKC", "NFKD"]:
            for changed in (text, text.lower()):
                characters |= set(unicodedata.normalize(form, changed))
                characters |= set(unicodedata.normalize(form, changed).lower())
    return sorted(characters)


def make_tokenizer(characters, **parts):
    vocabulary = ["[UNK]", "[CLS]", "[SEP]", "[PAD]", "the", "ab", "##ing", "##tion", "un", "東京"]
    prefix = parts.pop("prefix", "##")
    vocabulary += characters + [prefix + c for c in characters]
    vocabulary = list(dict.fromkeys(vocabulary))
    tokens = parts.pop("added_tokens", [])
    free = len(vocabulary)
    for token in tokens:
        known = token["content"] in vocabulary
        token["id"] = vocabulary.index(token["content"]) if known else free
        free += not known
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": tokens,
        "normalizer": None,
        "pre_tokenizer": None,
        "post_processor": None,
        "decoder": None,
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": prefix,
            "max_input_chars_per_word": parts.pop("longest_word", 100000),
            "vocab": {token: i for i, token in enumerate(vocabulary)},
        },
    } | parts


def added_token_texts():
    """Texts in which the contents of ADDED_TOKENS are frequent."""
    rng = random.Random(5)
    contents = [token["content"] for tokens in ADDED_TOKENS.values() for token in tokens]
    glue = [" ", "  ", "\u3000", "a", "B", "é", "_", ".", "東", "x", "d", "\n", "", "É", "\u0301"]
    texts = []
    for _ in range(1500):
        parts = rng.choices(contents + glue * 3, k=rng.randint(1, 12))
        texts.append("".join(rng.choice([part, part, part.upper()]) for part in parts))
    return texts


def component_tokenizers(characters):
    for name, normalizer in NORMALIZERS.items():
        yield name, make_tokenizer(characters, normalizer=normalizer)
    for name, pre_tokenizer in PRE_TOKENIZERS.items():
        yield name, make_tokenizer(characters, pre_tokenizer=pre_tokenizer)
    for name, post_processor in POST_PROCESSORS.items():
        yield name, make_tokenizer(characters, post_processor=post_processor)
    bert = {
        "normalizer": NORMALIZERS["bert-11None1"],
        "pre_tokenizer": PRE_TOKENIZERS["BertPreTokenizer"],
    }
    for name, tokens in ADDED_TOKENS.items():
        yield f"added-{name}", make_tokenizer(characters, added_tokens=tokens)
        yield f"added-{name}-bert", make_tokenizer(characters, added_tokens=tokens, **bert)
    yield "short-words", make_tokenizer(characters, longest_word=7, **bert)
    yield "prefix", make_tokenizer(characters, prefix="@@", **bert)
    yield "no-prefix", make_tokenizer(characters, prefix="", **bert)
    untyped = make_tokenizer(characters, **bert)
    del untyped["model"]["type"]
    yield "untyped-model", untyped


def compare_components():
    differences = Differences()
    rng = random.Random(3)
    repertoire = "".join(random_texts(2, 60))
    texts = torture_texts()
    texts += ["".join(rng.choices(repertoire, k=rng.randint(0, 30))) for _ in range(800)]
    characters = alphabet(texts + added_token_texts())
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "tokenizer.json"
        for name, tokenizer in component_tokenizers(characters):
            file.write_text(json.dumps(tokenizer), encoding="utf-8")
            some = texts + (added_token_texts() if name.startswith("added") else [])
            lines = [[text] for text in some] + pairs_of(some, 100)
            compare_encodings(name, file, lines, differences)
            count += 1
    print(f"{count} tokenizers of {len(characters)} characters")
    return differences.exit_code()


# --- characters --------------------------------------------------------------------------------


def compare_characters():
    """Every code point alone, behind a letter, and behind a letter with a mark."""
    differences = Differences()
    code_points = [c for c in range(0x110000) if not 0xD800 <= c <= 0xDFFF]
    lines = []
    for start in range(0, len(code_points), 200):
        some = map(chr, code_points[start : start + 200])
        lines.append(["".join(f"{c}|a{c}|\u0915{c}\u0301{c}\u0323 " for c in some)])
    names = ["NFC", "NFD", "NFKC", "NFKD", "Lowercase", "StripAccents", "bert-11True1", "bert-10False0"]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "tokenizer.json"
        for name in names:
            file.write_text(json.dumps(make_tokenizer([], normalizer=NORMALIZERS[name])))
            normalizer = Tokenizer.from_file(str(file)).normalizer
            answers = run_text_lines(["normalize", file], lines)
            for line, ours in zip(lines, answers):
                differences.compare(name, line, ours, normalizer.normalize_str(line[0]))
    return differences.exit_code()


# --- refusals ----------------------------------------------------------------------------------

REFUSED = {
    "normalizer.type": {"normalizer": {"type": "Unknown"}},
    "normalizer.normalizers[1].type": {
        "normalizer": {"type": "Sequence", "normalizers": [{"type": "NFC"}, {"type": "Unknown"}]}
    },
    "normalizer.pattern": {
        "normalizer": {"type": "Replace", "pattern": {"String": ""}, "content": " "}
    },
    "normalizer.new_field": {"normalizer": {"type": "NFC", "new_field": 1}},
    "pre_tokenizer.prepend_scheme": {
        "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "last", "split": True}
    },
    "pre_tokenizer.pretokenizers[0].type": {
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "UnicodeScripts"}]}
    },
    "pre_tokenizer.behavior": {"pre_tokenizer": {"type": "Punctuation", "behavior": "Doubled"}},
    "post_processor.type": {"post_processor": {"type": "Unknown"}},
    "post_processor.processors[1].trim_offsets": {
        "post_processor": {
            "type": "Sequence",
            "processors": [
                POST_PROCESSORS["bert"],
                {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True},
            ],
        }
    },
    "decoder.type": {"decoder": {"type": "CTC", "pad_token": "", "word_delimiter_token": "", "cleanup": True}},
    "model.dropout": {"model": {"type": "BPE", "dropout": 0.1, "vocab": {}, "merges": []}},
    "model.type": {"model": {"type": "WordLevel", "unk_token": "[UNK]", "vocab": {"[UNK]": 0}}},
    "new_part": {"new_part": {}},
    "version": {"version": "2.0"},
    "added_tokens[0]": {"added_tokens": [added("<x>") | {"id": 900000}]},
}  # fmt: skip


def check_refusals():
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "tokenizer.json"
        for path, parts in REFUSED.items():
            tokenizer = make_tokenizer(["a"]) | parts
            file.write_text(json.dumps(tokenizer), encoding="utf-8")
            answers = run_text_lines(["tokenize", file], [["a"]])
            message = answers[0].get("error", "accepted")
            if f"field `{path}`" not in message:
                failures += 1
                print(f"NOT REFUSED by name {path}: {message}")
    print(f"{len(REFUSED)} refusals, {failures} wrong")
    return 1 if failures else 0


def main():
    modes = {
        "models": compare_models,
        "components": compare_components,
        "characters": compare_characters,
        "refusals": check_refusals,
    }
    return modes[sys.argv[1]]()


if __name__ == "__main__":
    sys.exit(main())
