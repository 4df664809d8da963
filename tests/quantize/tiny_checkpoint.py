"""Writes a tiny random BERT as Hugging Face stores it, and rows of random words to calibrate with.

    tiny_checkpoint.py FOLDER classify|span

FOLDER gets config.json, tokenizer.json, model.safetensors and rows.jsonl. Its sizes are the smallest
that the 8-bit kernels take. Nothing but Python's standard library is used; same bytes every time.
"""

import json
import random
import struct
import sys
from pathlib import Path

WORDS, HIDDEN, WIDE, POSITIONS = 100, 32, 64, 48
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
LAYERS = {"classify": 2, "span": 1}
LABELS = {"0": "entailment", "1": "neutral", "2": "contradiction"}


def config(head: str) -> dict:
    name = "BertForSequenceClassification" if head == "classify" else "BertForQuestionAnswering"
    fields = dict(architectures=[name], model_type="bert", hidden_size=HIDDEN, intermediate_size=WIDE,
                  num_attention_heads=1, num_hidden_layers=LAYERS[head], vocab_size=WORDS,
                  max_position_embeddings=POSITIONS, type_vocab_size=2, hidden_act="gelu",
                  layer_norm_eps=1e-12, pad_token_id=0)
    return fields | (dict(id2label=LABELS) if head == "classify" else {})


def tokenizer() -> dict:
    vocab = {word: i for i, word in enumerate(SPECIAL + [f"w{i}" for i in range(5, WORDS)])}
    token = lambda name, kind: dict(SpecialToken=dict(id=name, type_id=kind))
    text = lambda name, kind: dict(Sequence=dict(id=name, type_id=kind))
    return dict(
        version="1.0", truncation=None, padding=None, normalizer=None, decoder=None,
        added_tokens=[dict(id=i, content=name, special=True, single_word=False, lstrip=False,
                           rstrip=False, normalized=False) for i, name in enumerate(SPECIAL)],
        pre_tokenizer=dict(type="BertPreTokenizer"),
        post_processor=dict(
            type="TemplateProcessing",
            single=[token("[CLS]", 0), text("A", 0), token("[SEP]", 0)],
            pair=[token("[CLS]", 0), text("A", 0), token("[SEP]", 0), text("B", 1), token("[SEP]", 1)],
            special_tokens={name: dict(id=name, ids=[vocab[name]], tokens=[name])
                            for name in ("[CLS]", "[SEP]")}),
        model=dict(type="WordPiece", unk_token="[UNK]", continuing_subword_prefix="##",
                   max_input_chars_per_word=100, vocab=vocab))


def shapes(head: str) -> dict[str, list[int]]:
    found = {}

    def linear(name: str, to: int, source: int) -> None:
        found[name + ".weight"], found[name + ".bias"] = [to, source], [to]

    def norm(name: str) -> None:
        found[name + ".weight"], found[name + ".bias"] = [HIDDEN], [HIDDEN]

    for name, rows in (("word", WORDS), ("position", POSITIONS), ("token_type", 2)):
        found[f"bert.embeddings.{name}_embeddings.weight"] = [rows, HIDDEN]
    norm("bert.embeddings.LayerNorm")
    for i in range(LAYERS[head]):
        layer = f"bert.encoder.layer.{i}."
        for part in ("attention.self.query", "attention.self.key", "attention.self.value",
                     "attention.output.dense"):
            linear(layer + part, HIDDEN, HIDDEN)
        linear(layer + "intermediate.dense", WIDE, HIDDEN)
        linear(layer + "output.dense", HIDDEN, WIDE)
        norm(layer + "attention.output.LayerNorm")
        norm(layer + "output.LayerNorm")
    if head == "classify":
        linear("bert.pooler.dense", HIDDEN, HIDDEN)
        linear("classifier", 3, HIDDEN)
    else:
        linear("qa_outputs", 2, HIDDEN)
    return found


def values(name: str, shape: list[int]) -> list[float]:
    """Wide enough that no part of the network could be left out without changing the outputs."""
    rng = random.Random(name)
    count = shape[0] * (shape[1] if len(shape) == 2 else 1)
    middle = 1.0 if "LayerNorm.weight" in name else 0.0
    return [rng.gauss(middle, 0.25) for _ in range(count)]


def safetensors(tensors: dict[str, list[int]]) -> bytes:
    header, data = {}, b""
    for name, shape in tensors.items():
        numbers = values(name, shape)
        begin = len(data)
        data += struct.pack(f"<{len(numbers)}f", *numbers)
        header[name] = dict(dtype="F32", shape=shape, data_offsets=[begin, len(data)])
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def row(rng: random.Random, head: str) -> dict:
    words = lambda most: " ".join(f"w{rng.randrange(5, WORDS)}" for _ in range(rng.randrange(1, most)))
    if head == "classify":
        return dict(premise=words(30), hypothesis=words(12), label=rng.choice(list(LABELS.values())))
    context = words(30)
    return dict(context=context, question=words(12), answer_text=context.split()[0], answer_start=0)


def main() -> None:
    folder, head = Path(sys.argv[1]), sys.argv[2]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config(head), indent=1) + "\n")
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer()) + "\n")
    (folder / "model.safetensors").write_bytes(safetensors(shapes(head)))
    rng = random.Random(head)
    lines = [json.dumps(row(rng, head)) + "\n" for _ in range(120)]
    (folder / "rows.jsonl").write_text("".join(lines))


if __name__ == "__main__":
    main()
