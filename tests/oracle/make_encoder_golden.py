#!/usr/bin/env python3
"""Writes what the encoder tests compare with, from the package `transformers`.

usage: make_encoder_golden.py MINILM_FOLDER        (torch and transformers installed)

tests/data/encoders/<name>/          tiny random checkpoints of every family and head
tests/data/encoders/<name>.json      rows of ids and what transformers computes for them
tests/data/encoders/minilm.json      sentences and their embeddings by all-MiniLM-L6-v2

Random weights are drawn with a wide spread and all biases and layer norms are changed, so that no
part of the network can be left out without changing the outputs.
"""
import json
import pathlib
import sys

import torch
import transformers as hf

ROOT = pathlib.Path(__file__).resolve().parent.parent / "data" / "encoders"
WORDS = "the a river old bridge crosses quietly when rain falls on stone".split()
SENTENCES = [
    "The old bridge crosses a quiet river.",
    "Rain fell on the stone roof all night long, and by the morning the road was gone.",
    "Café Zimmer opened in 1921.",
    "What is it?",
]


def tokenizer_json():
    vocab = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] + WORDS
    special = [dict(id=i, content=vocab[i], special=True, single_word=False, lstrip=False,
                    rstrip=False, normalized=False) for i in range(5)]
    piece = lambda name, kind: {kind: dict(id=name, type_id=0)}
    second = lambda name, kind: {kind: dict(id=name, type_id=1)}
    return dict(
        version="1.0", truncation=None, padding=None, added_tokens=special,
        normalizer=dict(type="BertNormalizer", clean_text=True, handle_chinese_chars=True,
                        strip_accents=None, lowercase=True),
        pre_tokenizer=dict(type="BertPreTokenizer"),
        post_processor=dict(
            type="TemplateProcessing",
            single=[piece("[CLS]", "SpecialToken"), piece("A", "Sequence"),
                    piece("[SEP]", "SpecialToken")],
            pair=[piece("[CLS]", "SpecialToken"), piece("A", "Sequence"),
                  piece("[SEP]", "SpecialToken"), second("B", "Sequence"),
                  second("[SEP]", "SpecialToken")],
            special_tokens={"[CLS]": dict(id="[CLS]", ids=[2], tokens=["[CLS]"]),
                            "[SEP]": dict(id="[SEP]", ids=[3], tokens=["[SEP]"])}),
        decoder=None,
        model=dict(type="WordPiece", unk_token="[UNK]", continuing_subword_prefix="##",
                   max_input_chars_per_word=100, vocab={word: i for i, word in enumerate(vocab)}))


def tiny(config_class, **more):
    return config_class(
        vocab_size=16, hidden_size=16, num_hidden_layers=2, num_attention_heads=2,
        intermediate_size=24, max_position_embeddings=32, **more)


def disturb(model):
    torch.manual_seed(5)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.2)


def rows_for(config):
    generator = torch.Generator().manual_seed(3)
    rows = []
    for length in (5, 12, 12, 27):
        ids = torch.randint(2, config.vocab_size, (length,), generator=generator).tolist()
        split = length // 2
        types = [0] * length if config.type_vocab_size == 1 else [0] * split + [1] * (length - split)
        rows.append(dict(ids=ids, types=types))
    return rows


def outputs_of(model, head, row):
    batch = dict(input_ids=torch.tensor([row["ids"]]), token_type_ids=torch.tensor([row["types"]]),
                 attention_mask=torch.ones(1, len(row["ids"]), dtype=torch.long))
    with torch.no_grad():
        out = model(**batch)
    if head == "classify":
        return out.logits[0].tolist()
    if head == "span":
        return out.start_logits[0].tolist() + out.end_logits[0].tolist()
    return out.last_hidden_state[0].mean(0).tolist()


def write_tiny(name, model, head):
    model.eval()
    disturb(model)
    folder = ROOT / name
    model.save_pretrained(folder, safe_serialization=True)
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer_json()))
    rows = rows_for(model.config)
    for row in rows:
        row["outputs"] = outputs_of(model, head, row)
    (ROOT / f"{name}.json").write_text(json.dumps(dict(head=head, rows=rows)) + "\n")


def write_minilm(folder):
    tokenizer = hf.PreTrainedTokenizerFast(tokenizer_file=str(pathlib.Path(folder) / "tokenizer.json"))
    model = hf.AutoModel.from_pretrained(folder)
    model.eval()
    items = []
    for text in SENTENCES:
        ids = torch.tensor([tokenizer(text, truncation=False, padding=False)["input_ids"]])
        with torch.no_grad():
            hidden = model(input_ids=ids, attention_mask=torch.ones_like(ids),
                           token_type_ids=torch.zeros_like(ids)).last_hidden_state
        unit = torch.nn.functional.normalize(hidden[0].mean(0), dim=0)
        items.append(dict(text=text, ids=ids[0].tolist(), embedding=[round(v, 7) for v in unit.tolist()]))
    (ROOT / "minilm.json").write_text(json.dumps(items) + "\n")


def main():
    torch.manual_seed(1)
    ROOT.mkdir(parents=True, exist_ok=True)
    labels = dict(id2label={0: "ENTAILMENT", 1: "Neutral", 2: "contradiction"},
                  label2id={"ENTAILMENT": 0, "Neutral": 1, "contradiction": 2})
    bert = lambda **more: tiny(hf.BertConfig, type_vocab_size=2, **more)
    roberta = lambda **more: tiny(hf.RobertaConfig, type_vocab_size=1, layer_norm_eps=1e-5,
                                  pad_token_id=1, **more)
    write_tiny("bert_classify", hf.BertForSequenceClassification(bert(**labels)), "classify")
    write_tiny("bert_span", hf.BertForQuestionAnswering(bert()), "span")
    write_tiny("bert_embed", hf.BertModel(bert(hidden_act="gelu_new")), "embed")
    write_tiny("roberta_classify", hf.RobertaForSequenceClassification(roberta(**labels)), "classify")
    write_tiny("roberta_span", hf.RobertaForQuestionAnswering(roberta()), "span")
    write_tiny("roberta_embed", hf.RobertaModel(roberta()), "embed")
    write_minilm(sys.argv[1])


if __name__ == "__main__":
    main()
