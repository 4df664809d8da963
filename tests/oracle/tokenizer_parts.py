"""Small tokenizers to compare with that exercise each part of a tokenizer.json."""

import base64
import itertools

from charsmap import make_charsmap
from trained_tokenizers import GPT4_SPLIT


def split(pattern, behavior, invert=False):
    kind = "Regex" if pattern.startswith("(") else "String"
    return {"type": "Split", "pattern": {kind: pattern}, "behavior": behavior, "invert": invert}


def replace(pattern, content):
    kind = "Regex" if pattern.startswith("(") else "String"
    return {"type": "Replace", "pattern": {kind: pattern}, "content": content}


def charsmap(replacements):
    encoded = base64.b64encode(make_charsmap({k.encode(): v for k, v in replacements.items()}))
    return {"type": "Precompiled", "precompiled_charsmap": encoded.decode()}


def byte_level(prefix, trim=True, regex=True):
    return {
        "type": "ByteLevel",
        "add_prefix_space": prefix,
        "trim_offsets": trim,
        "use_regex": regex,
    }


def metaspace(scheme, splits, mark="▁"):
    return {"type": "Metaspace", "replacement": mark, "prepend_scheme": scheme, "split": splits}


def sequence(key, *parts):
    return {"type": "Sequence", key: list(parts)}


BEHAVIORS = ["Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"]

NORMALIZERS = {
    "nmt": {"type": "Nmt"},
    "byte-level": {"type": "ByteLevel"},
    "replace-regex": replace(r"(\s+|e)", "é▁"),
    "replace-empty-match": replace(r"(x*)", "-"),
    "remove-regex": replace(r"(\p{M}|[aeiou])", ""),
    "precompiled": charsmap({"™": "TM", "\x1e": "", "e\u0301": "é", "Ａ": "A", "\r": " ", "ﬁ": "fi", "ab": "東", "क": "k"}),
    "precompiled-nothing": charsmap({"": ""} | {"\uFFFF": "x"}),
    "strip+precompiled": sequence("normalizers", {"type": "Strip", "strip_left": True, "strip_right": True}, charsmap({c: c.lower() * 2 for c in "ABCDE"})),
}  # fmt: skip
del NORMALIZERS["precompiled-nothing"]

PRE_TOKENIZERS = (
    {
        f"byte-level-{prefix:d}{regex:d}": byte_level(prefix, True, regex)
        for prefix, regex in itertools.product([True, False], repeat=2)
    }
    | {
        f"metaspace-{scheme}-{splits:d}": metaspace(scheme, splits)
        for scheme, splits in itertools.product(["always", "first", "never"], [True, False])
    }
    | {
        f"split-{pattern}-{behavior}-{invert:d}": split(pattern, behavior, invert)
        for pattern, behavior, invert in itertools.product(
            [" ", r"(\s+)", r"(\d*)"], BEHAVIORS, [True, False]
        )
    }
    | {
        "metaspace-letter": metaspace("always", True, "e"),
        "gpt4": split(f"({GPT4_SPLIT})", "Isolated"),
        "delimiter": {"type": "CharDelimiterSplit", "delimiter": "e"},
        "fixed-length": {"type": "FixedLength", "length": 3},
        "byte-level-behind": sequence(
            "pretokenizers", {"type": "WhitespaceSplit"}, byte_level(True), {"type": "Punctuation"}
        ),
        "metaspace-behind": sequence(
            "pretokenizers",
            {"type": "Digits", "individual_digits": False},
            metaspace("first", True),
            byte_level(False, True, False),
        ),
    }
)
del PRE_TOKENIZERS["delimiter"]


def roberta_processing(trim, prefix):
    return {
        "type": "RobertaProcessing",
        "sep": ["c", 2],
        "cls": ["a", 0],
        "trim_offsets": trim,
        "add_prefix_space": prefix,
    }


POST_PROCESSORS = (
    {
        f"roberta-{trim:d}{prefix:d}": roberta_processing(trim, prefix)
        for trim, prefix in itertools.product([True, False], repeat=2)
    }
    | {
        f"byte-level-{trim:d}{prefix:d}": byte_level(prefix, trim)
        for trim, prefix in itertools.product([True, False], repeat=2)
    }
    | {
        "byte-level+roberta": sequence(
            "processors", byte_level(False), roberta_processing(True, True)
        ),
        "roberta+byte-level": sequence(
            "processors", roberta_processing(False, True), byte_level(False, False)
        ),
    }
)

DECODERS = {
    "byte-level": byte_level(True),
    "metaspace": metaspace("always", True),
    "metaspace-never": metaspace("never", True, "e"),
    "word-piece": {"type": "WordPiece", "prefix": "a", "cleanup": True},
    "word-piece-plain": {"type": "WordPiece", "prefix": "##", "cleanup": False},
    "bpe": {"type": "BPEDecoder", "suffix": "e"},
    "byte-fallback": {"type": "ByteFallback"},
    "fuse": {"type": "Fuse"},
    "strip": {"type": "Strip", "content": " ", "start": 1, "stop": 0},
    "replace": replace("e", "xx"),
    "replace-regex": replace(r"([a-f]+)", ""),
    "all": sequence(
        "decoders", replace("e", " "), {"type": "ByteFallback"}, {"type": "Fuse"},
        {"type": "Strip", "content": " ", "start": 2, "stop": 0},
    ),
}  # fmt: skip


def added(content, *flags):
    names = ["single_word", "lstrip", "rstrip", "normalized", "special"]
    return {"content": content} | {name: name in flags for name in names}


ADDED_TOKENS = [
    added("the", "normalized", "lstrip"),
    added("ab", "single_word"),
    added(" e", "normalized", "special"),
    added("<x>", "lstrip", "rstrip", "special"),
]


def small_bpe(bytes_too=False, **options):
    letters = [chr(c) for c in [*range(0x20, 0x180), 0x2581, 0x6771, 0xA, 0x9]]
    merges = [(a, b) for a, b in itertools.product("eaoti▁Ġ ", "ntrsea▁Ġ")]
    merges += [("th", "e"), ("Ġt", "he"), ("▁t", "he"), ("en", "t")]
    merges = [("t", "h")] + merges + [("Ġt", "h"), ("▁t", "h")]
    vocab = {token: i for i, token in enumerate(["a", "b", "c", "d"])}
    for token in letters + [a + b for a, b in merges]:
        vocab.setdefault(token, len(vocab))
    if bytes_too:
        for byte in range(256):
            vocab.setdefault(f"<0x{byte:02X}>", len(vocab))
    known = [(a, b) for a, b in merges if a in vocab and b in vocab]
    return {"type": "BPE", "vocab": vocab, "merges": known} | options


def small_tokenizer(model=None, **parts):
    model = model or small_bpe(unk_token="c", fuse_unk=True)
    free = len(model["vocab"])
    tokens = parts.pop("added_tokens", [])
    for token in tokens:
        known = token["content"] in model["vocab"]
        token["id"] = model["vocab"][token["content"]] if known else free
        free += not known
    empty = dict.fromkeys(
        ["truncation", "padding", "normalizer", "pre_tokenizer", "post_processor", "decoder"]
    )
    return {"version": "1.0", "added_tokens": tokens} | empty | {"model": model} | parts


def parts_to_check():
    for name, normalizer in NORMALIZERS.items():
        yield f"normalizer {name}", small_tokenizer(normalizer=normalizer)
    for name, pre_tokenizer in PRE_TOKENIZERS.items():
        yield f"pre-tokenizer {name}", small_tokenizer(pre_tokenizer=pre_tokenizer)
    for name, pre_tokenizer in {"byte": byte_level(True), "mark": metaspace("first", True)}.items():
        for processor, post_processor in POST_PROCESSORS.items():
            yield f"{name} {processor}", small_tokenizer(
                pre_tokenizer=pre_tokenizer, post_processor=post_processor
            )
        yield f"{name} added", small_tokenizer(
            pre_tokenizer=pre_tokenizer,
            post_processor=byte_level(True),
            added_tokens=[dict(token) for token in ADDED_TOKENS],
        )
    for name, decoder in DECODERS.items():
        yield f"decoder {name}", small_tokenizer(small_bpe(True), decoder=decoder)
    for unknown, fuse, fallback, ignore in itertools.product(["c", None], *[[True, False]] * 3):
        model = small_bpe(
            fallback, unk_token=unknown, fuse_unk=fuse, byte_fallback=fallback, ignore_merges=ignore
        )
        yield f"bpe {unknown}{fuse:d}{fallback:d}{ignore:d}", small_tokenizer(model)
    partial = small_bpe(True, unk_token="c", fuse_unk=True, byte_fallback=True)
    partial["vocab"] = {t: i for t, i in partial["vocab"].items() if t != "<0xE6>"}
    yield "bpe half-fallback", small_tokenizer(partial)
