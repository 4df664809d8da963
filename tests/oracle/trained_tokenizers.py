"""Tokenizers to compare with, trained here the way those of well-known models are made."""

import functools
import json
import random
import unicodedata

from charsmap import make_charsmap
from odd_texts import PIECES, WRITTEN, drawn
from tokenizers import (
    AddedToken,
    Regex,
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)

GPT4_SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|"
    r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def corpus():
    """English of a kind, and a little of everything else."""
    rng = random.Random(21)
    words = " ".join(WRITTEN[:60]).split() + PIECES
    endings = ["", "", "", "ing", "ed", "s", "'s", ",", ".", "!", "ness", "ization"]
    lines = [
        " ".join(rng.choice(words) + rng.choice(endings) for _ in range(rng.randint(3, 30)))
        for _ in range(1500)
    ]
    return lines + drawn(300, 22)


@functools.cache
def nmt_nfkc(lower=False):
    """A character map as SentencePiece makes its `nmt_nfkc`: characters and composed pairs. Of the
    scripts behind U+2600 it has the compatibility forms alone: building it takes time."""
    spaces = [*range(0x9, 0xE), 0x1680, *range(0x200B, 0x2010), 0x2028, 0x2029, 0x2581, 0xFEFF,
              0xFFFD]  # fmt: skip
    gone = [*range(0x1, 0x9), *range(0xE, 0x20), 0x7F, 0x8F, 0x9F]
    replacements = {}
    for c in [*range(1, 0x2600), *range(0x3000, 0x3040), *range(0xF900, 0xFB10), *range(0xFE00, 0x10000)]:
        char = chr(c)
        if unicodedata.category(char) in ("Cs", "Cn", "Co"):
            continue
        normal = "" if c in gone else " " if c in spaces else unicodedata.normalize("NFKC", char)
        if lower:
            normal = normal.lower()
        if normal != char:
            replacements[char.encode()] = normal
        decomposed = unicodedata.normalize("NFD", char)
        if 1 < len(decomposed) < 4 and unicodedata.normalize("NFC", decomposed) == char:
            replacements[decomposed.encode()] = char.lower() if lower else char
    return make_charsmap(replacements)


def precompiled(lower=False):
    return normalizers.Precompiled(nmt_nfkc(lower))


def finish(tokenizer):
    return json.loads(tokenizer.to_str())


# --- byte-level byte-pair encoding -----------------------------------------------------------------


def byte_level_bpe(lines, add_prefix_space=False, pre_tokenizer=None, **options):
    tokenizer = Tokenizer(models.BPE(**options))
    tokenizer.pre_tokenizer = pre_tokenizer or pre_tokenizers.ByteLevel(
        add_prefix_space=add_prefix_space
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=2000,
        special_tokens=["<s>", "<pad>", "</s>", "<unk>", "<mask>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(lines, trainer)
    return tokenizer


def roberta(lines):
    tokenizer = byte_level_bpe(lines, add_prefix_space=True)
    tokenizer.post_processor = processors.RobertaProcessing(
        ("</s>", 2), ("<s>", 0), trim_offsets=True, add_prefix_space=True
    )
    tokenizer.add_special_tokens([AddedToken("<mask>", lstrip=True)])
    return tokenizer


def gpt2(lines):
    tokenizer = byte_level_bpe(lines)
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    return tokenizer


def modern_bert(lines):
    tokenizer = byte_level_bpe(lines)
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s>:0 $A:0 </s>:0",
        pair="<s>:0 $A:0 </s>:0 $B:0 </s>:0",
        special_tokens=[("<s>", 0), ("</s>", 2)],
    )
    tokenizer.add_tokens([AddedToken("  "), AddedToken("    "), AddedToken("|||email|||")])
    return tokenizer


def llama3(lines):
    split = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(GPT4_SPLIT), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer = byte_level_bpe(lines, pre_tokenizer=split, ignore_merges=True)
    tokenizer.post_processor = processors.Sequence(
        [
            processors.ByteLevel(trim_offsets=True),
            processors.TemplateProcessing(
                single="<s> $A", pair="<s> $A <s>:1 $B:1", special_tokens=[("<s>", 0)]
            ),
        ]
    )
    return tokenizer


def smollm(lines):
    split = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False),
        ]
    )
    return byte_level_bpe(lines, pre_tokenizer=split)


# --- other byte-pair encoding ----------------------------------------------------------------------


def with_bytes(tokenizer, **options):
    """The trained merges in a vocabulary that has tokens for bytes."""
    model = json.loads(tokenizer.to_str())["model"]
    vocab = {"<unk>": 0, "<s>": 1, "</s>": 2}
    for token in [f"<0x{byte:02X}>" for byte in range(256)] + sorted(model["vocab"]):
        vocab.setdefault(token, len(vocab))
    merges = [tuple(merge) for merge in model["merges"]]
    tokenizer.model = models.BPE(vocab, merges, unk_token="<unk>", **options)
    return tokenizer


def llama2(lines):
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>"))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]
    )
    trainer = trainers.BpeTrainer(
        vocab_size=2000, limit_alphabet=200, max_token_length=12, show_progress=False
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Split("▁", "merged_with_next")
    tokenizer.train_from_iterator(lines, trainer)
    tokenizer = with_bytes(tokenizer, byte_fallback=True, fuse_unk=True)
    tokenizer.pre_tokenizer = None
    tokenizer.decoder = decoders.Sequence(
        [
            decoders.Replace("▁", " "),
            decoders.ByteFallback(),
            decoders.Fuse(),
            decoders.Strip(" ", 1, 0),
        ]
    )
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s>:0 $A:0", pair="<s>:0 $A:0 <s>:1 $B:1", special_tokens=[("<s>", 1)]
    )
    tokenizer.add_special_tokens(["<unk>", "<s>", "</s>"])
    return tokenizer


def gemma(lines):
    tokenizer = llama2(lines)
    tokenizer.normalizer = normalizers.Replace(" ", "▁")
    tokenizer.pre_tokenizer = pre_tokenizers.Split(" ", "merged_with_previous")
    tokenizer.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()]
    )
    return tokenizer


def llama_metaspace(lines):
    tokenizer = llama2(lines)
    tokenizer.normalizer = None
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="first", split=False)
    return tokenizer


def clip(lines):
    tokenizer = Tokenizer(models.BPE(unk_token="<|end|>", end_of_word_suffix="</w>"))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.NFC(), normalizers.Replace(Regex(r"\s+"), " "), normalizers.Lowercase()]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(
                Regex(r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"),
                "removed",
                invert=True,
            ),
            pre_tokenizers.ByteLevel(add_prefix_space=False),
        ]
    )
    tokenizer.decoder = decoders.BPEDecoder("</w>")
    trainer = trainers.BpeTrainer(
        vocab_size=2000,
        special_tokens=["<|end|>"],
        end_of_word_suffix="</w>",
        show_progress=False,
    )
    tokenizer.train_from_iterator(lines, trainer)
    return tokenizer


def prefixed_bpe(lines):
    tokenizer = Tokenizer(models.BPE(unk_token="[UNK]", continuing_subword_prefix="##"))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    trainer = trainers.BpeTrainer(
        vocab_size=2000,
        special_tokens=["[UNK]"],
        continuing_subword_prefix="##",
        limit_alphabet=150,
        show_progress=False,
    )
    tokenizer.train_from_iterator(lines, trainer)
    return tokenizer


# --- Unigram -----------------------------------------------------------------------------------------


def unigram(lines, normalizer, pre_tokenizer, specials, unknown, vocab_size=1000):
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizer
    tokenizer.pre_tokenizer = pre_tokenizer
    tokenizer.decoder = decoders.Metaspace()
    trainer = trainers.UnigramTrainer(
        vocab_size=vocab_size, special_tokens=specials, unk_token=unknown, show_progress=False
    )
    # One token a character is the least that there must be; training takes long.
    plain = ["".join(c for c in line if ord(c) < 0x250) for line in lines[::4]]
    tokenizer.train_from_iterator(plain, trainer)
    return tokenizer


def t5(lines):
    tokenizer = unigram(
        lines,
        precompiled(),
        pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]),
        ["<pad>", "</s>", "<unk>", "<extra_id_0>", "<extra_id_1>"],
        "<unk>",
    )
    tokenizer.post_processor = processors.TemplateProcessing(
        single="$A </s>", pair="$A </s> $B </s>", special_tokens=[("</s>", 1)]
    )
    return tokenizer


def albert(lines):
    normalizer = normalizers.Sequence(
        [
            normalizers.Replace("``", '"'),
            normalizers.Replace("''", '"'),
            normalizers.NFKD(),
            normalizers.StripAccents(),
            normalizers.Lowercase(),
            precompiled(lower=True),
        ]
    )
    tokenizer = unigram(
        lines,
        normalizer,
        pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]),
        ["<pad>", "<unk>", "[CLS]", "[SEP]", "[MASK]"],
        "<unk>",
    )
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS]:0 $A:0 [SEP]:0",
        pair="[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    tokenizer.add_special_tokens([AddedToken("[MASK]", lstrip=True)])
    return tokenizer


def deberta(lines):
    normalizer = normalizers.Sequence(
        [
            normalizers.Strip(left=False, right=True),
            precompiled(),
            normalizers.Replace(Regex(" {2,}"), "▁"),
        ]
    )
    return unigram(
        lines, normalizer, pre_tokenizers.Metaspace(), ["[PAD]", "[CLS]", "[SEP]", "[UNK]"], "[UNK]"
    )


def unigram_with_bytes(lines):
    model = finish(t5(lines))["model"]
    vocab = [tuple(item) for item in model["vocab"] if len(item[0]) < 9]
    vocab += [(f"<0x{byte:02X}>", -12.5 - byte / 7) for byte in range(256)]
    tokenizer = Tokenizer(models.Unigram(vocab, model["unk_id"], byte_fallback=True))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Nmt(), normalizers.NFKC()])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="first")
    tokenizer.decoder = decoders.Sequence(
        [decoders.ByteFallback(), decoders.Metaspace(prepend_scheme="first")]
    )
    return tokenizer


MAKERS = [
    roberta, gpt2, modern_bert, llama3, smollm, llama2, gemma, llama_metaspace, clip, prefixed_bpe,
    t5, albert, deberta, unigram_with_bytes,
]  # fmt: skip


def trained_tokenizers():
    lines = corpus()
    for make in MAKERS:
        yield make.__name__, finish(make(lines))
