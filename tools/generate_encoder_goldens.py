#!/usr/bin/env python3
"""Writes what tests of the encoder families compare with, from the package `transformers`.

usage: generate_encoder_goldens.py [FAMILY ...]

Needs torch and transformers (made with torch 2.15.0 and transformers 5.24.0, on the CPU):
    python3 -m venv /tmp/goldens && /tmp/goldens/bin/pip install torch transformers
    /tmp/goldens/bin/python tools/generate_encoder_goldens.py
and, for the goldens of pooling and ONNX, sentence-transformers and onnxscript.

Writes tests/data/encoder_goldens/<name>.json: a tiny config.json, the names and shapes of its
tensors, rows of token ids, and what `transformers` computes for them. The weights are not stored:
fill() below makes them from the names of the tensors, and the tests do the same in C++
(src/model/encoders/golden_encoder.h). Biases and layer norms are filled too, so that no part of a
network can be left out without changing its outputs.
"""
import json
import pathlib
import sys
import tempfile

import numpy as np
import safetensors
import torch
import transformers as hf

ROOT = pathlib.Path(__file__).resolve().parent.parent / "tests" / "data" / "encoder_goldens"
LABELS = dict(id2label={0: "Contradiction", 1: "entailment", 2: "NEUTRAL"},
              label2id={"Contradiction": 0, "entailment": 1, "NEUTRAL": 2})
MASK = (1 << 64) - 1


def fill(name, shape):
    """Numbers from -1/4 to 1/4 by splitmix64, seeded by FNV-1a of the name; norms are around 1."""
    seed = 0xCBF29CE484222325
    for byte in name.encode():
        seed = ((seed ^ byte) * 0x100000001B3) & MASK
    count = int(np.prod(shape, dtype=np.int64))
    with np.errstate(over="ignore"):
        state = np.uint64(seed) + np.uint64(0x9E3779B97F4A7C15) * np.arange(1, count + 1, dtype=np.uint64)
        state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        state = state ^ (state >> np.uint64(31))
    unit = (state >> np.uint64(40)).astype(np.float64) / (1 << 23) - 1
    is_norm = len(shape) == 1 and name.endswith("weight")
    return (unit * 0.25 + (1 if is_norm else 0)).astype(np.float32).reshape(shape)


def stored_tensors(model):
    """Names and shapes as save_pretrained writes them: what checkpoints on disk have."""
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder, safe_serialization=True)
        with safetensors.safe_open(pathlib.Path(folder) / "model.safetensors", "pt") as file:
            shapes = {name: list(file.get_slice(name).get_shape()) for name in file.keys()}
        config = json.loads((pathlib.Path(folder) / "config.json").read_text())
    return shapes, config


def filled_model(model_class, config):
    """A model whose tensors are those of fill(), by way of a checkpoint on disk."""
    shapes, stored = stored_tensors(model_class(config))
    with tempfile.TemporaryDirectory() as folder:
        from safetensors.numpy import save_file
        save_file({name: fill(name, shape) for name, shape in shapes.items()},
                  str(pathlib.Path(folder) / "model.safetensors"), metadata={"format": "pt"})
        (pathlib.Path(folder) / "config.json").write_text(json.dumps(stored))
        model, info = model_class.from_pretrained(folder, output_loading_info=True,
                                                  attn_implementation="eager")
    assert not info["missing_keys"] and not info["unexpected_keys"], info
    return model.eval(), shapes, stored


def rows_for(config, lengths):
    random = np.random.RandomState(3)
    rows = []
    for length in lengths:
        ids = random.randint(5, config.vocab_size, length).tolist()
        ids[0] = 2
        split = length // 2
        kinds = getattr(config, "type_vocab_size", 0) or 0
        rows.append(dict(ids=ids, types=[0] * length if kinds < 2
                         else [0] * split + [1] * (length - split)))
    return rows


def run(model, head, rows, padded):
    """Outputs of rows that are run as one batch of the length `padded`."""
    pad = model.config.pad_token_id or 0
    batch = dict(input_ids=[], attention_mask=[], token_type_ids=[])
    for row in rows:
        empty = padded - len(row["ids"])
        batch["input_ids"].append(row["ids"] + [pad] * empty)
        batch["attention_mask"].append([1] * len(row["ids"]) + [0] * empty)
        batch["token_type_ids"].append(row["types"] + [0] * empty)
    if (getattr(model.config, "type_vocab_size", 0) or 0) < 2:
        del batch["token_type_ids"]
    batch = {name: torch.tensor(values) for name, values in batch.items()}
    with torch.no_grad():
        out = model(**batch)
    outputs = []
    for i, row in enumerate(rows):
        length = len(row["ids"])
        if head == "classify":
            values = out.logits[i].tolist()
        elif head == "span":
            values = out.start_logits[i][:length].tolist() + out.end_logits[i][:length].tolist()
        else:
            values = out.last_hidden_state[i][:length].mean(0).tolist()
        outputs.append(values)
    return outputs


def write(name, model_class, config, head, lengths=(3, 9, 17, 29)):
    model, shapes, stored = filled_model(model_class, config)
    rows = rows_for(model.config, lengths)
    together = run(model, head, rows, max(lengths))
    for row, in_batch in zip(rows, together):
        row["outputs"] = run(model, head, [row], len(row["ids"]))[0]
        assert np.allclose(row["outputs"], in_batch, atol=2e-5), "padding changes " + name
        row["outputs"] = [float(f"{value:.7g}") for value in row["outputs"]]
    spread = max(map(abs, rows[-1]["outputs"]))
    for key in ("transformers_version", "dtype", "torch_dtype", "_name_or_path"):
        stored.pop(key, None)
    text = json.dumps(dict(head=head, config=stored, tensors=shapes, rows=rows))
    ROOT.mkdir(parents=True, exist_ok=True)
    (ROOT / f"{name}.json").write_text(text + "\n")
    print(f"{name}: {len(shapes)} tensors, {len(text)} bytes, largest output {spread:.3f}")


SIZES = dict(vocab_size=100, hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
             intermediate_size=48, max_position_embeddings=40)
EMBED = dict(SIZES)
CLASSIFY = dict(SIZES, **LABELS)


def bert():
    write("bert_classify", hf.BertForSequenceClassification, hf.BertConfig(**CLASSIFY), "classify")
    write("bert_span", hf.BertForQuestionAnswering,
          hf.BertConfig(**SIZES, hidden_act="silu", layer_norm_eps=1e-3), "span")
    write("bert_embed", hf.BertModel,
          hf.BertConfig(**SIZES, hidden_act="gelu_pytorch_tanh", type_vocab_size=1), "embed")


def pooling():
    """Adds to bert_embed.json what each pooling of sentence-transformers makes of its rows."""
    from sentence_transformers.models import Pooling
    path = ROOT / "bert_embed.json"
    golden = json.loads(path.read_text())
    model, _, _ = filled_model(hf.BertModel, hf.BertConfig(**golden["config"]))
    golden["poolings"] = {}
    for mode in ("cls", "max", "mean", "mean_sqrt_len_tokens", "weightedmean", "lasttoken"):
        name = mode if mode.endswith("_tokens") else mode + ("" if mode == "lasttoken" else "_tokens" if mode != "cls" else "_token")
        module = Pooling(model.config.hidden_size, pooling_mode=mode)
        outputs = []
        for row in golden["rows"]:
            mask = torch.ones(1, len(row["ids"]), dtype=torch.long)
            with torch.no_grad():
                states = model(input_ids=torch.tensor([row["ids"]]), attention_mask=mask).last_hidden_state
                vector = module(dict(token_embeddings=states, attention_mask=mask))["sentence_embedding"]
            outputs.append([float(f"{value:.7g}") for value in vector[0].tolist()])
        golden["poolings"][name] = outputs
    path.write_text(json.dumps(golden) + "\n")


def onnx():
    """A family that is not built from safetensors, exported to ONNX with each head."""
    sizes = dict(vocab_size=100, hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
                 intermediate_size=24, max_position_embeddings=42, pad_token_id=1)
    tasks = (("classify", hf.MPNetForSequenceClassification, LABELS, ["logits"]),
             ("span", hf.MPNetForQuestionAnswering, {}, ["start_logits", "end_logits"]),
             ("embed", hf.MPNetModel, {}, ["last_hidden_state"]))
    for head, model_class, labels, outputs in tasks:
        model, shapes, stored = filled_model(model_class, hf.MPNetConfig(**sizes, **labels))
        rows = rows_for(model.config, (3, 9, 17, 29))
        for row in rows:
            values = run(model, head, [row], len(row["ids"]))[0]
            row["outputs"] = [float(f"{value:.7g}") for value in values]
        folder = ROOT / f"mpnet_{head}"
        folder.mkdir(parents=True, exist_ok=True)
        export(model, outputs, folder / "model.onnx")
        for key in ("transformers_version", "dtype", "torch_dtype", "_name_or_path"):
            stored.pop(key, None)
        (folder / "golden.json").write_text(
            json.dumps(dict(head=head, config=stored, tensors={}, rows=rows)) + "\n")
        print(f"mpnet_{head}: {(folder / 'model.onnx').stat().st_size} bytes")


class Exported(torch.nn.Module):
    """A model with positional inputs and outputs, as the exporter wants it."""

    def __init__(self, model, outputs):
        super().__init__()
        self.model, self.outputs = model, outputs

    def forward(self, input_ids, attention_mask):
        out = self.model(input_ids=input_ids, attention_mask=attention_mask)
        return tuple(out[name] for name in self.outputs)


def export(model, outputs, path):
    example = (torch.randint(5, 100, (2, 12)), torch.ones(2, 12, dtype=torch.long))
    batch, length = torch.export.Dim("batch"), torch.export.Dim("length", max=40)
    axes = {0: batch, 1: length}
    torch.onnx.export(Exported(model, outputs), example, str(path), dynamo=True,
                      external_data=False, input_names=["input_ids", "attention_mask"],
                      output_names=outputs,
                      dynamic_shapes=dict(input_ids=axes, attention_mask=axes))
    # The places in Python's source that each node came from are most of the file.
    import onnx as onnx_file
    stored = onnx_file.load(str(path))
    for part in [stored, stored.graph, *stored.graph.node, *stored.graph.value_info,
                 *stored.graph.initializer, *stored.graph.input, *stored.graph.output]:
        part.ClearField("metadata_props")
        part.ClearField("doc_string")
    onnx_file.save(stored, str(path))


def roberta():
    more = dict(pad_token_id=1, type_vocab_size=1, layer_norm_eps=1e-5)
    write("roberta_classify", hf.RobertaForSequenceClassification,
          hf.RobertaConfig(**CLASSIFY, **more), "classify")
    write("roberta_span", hf.RobertaForQuestionAnswering, hf.RobertaConfig(**SIZES, **more), "span")
    write("roberta_embed", hf.RobertaModel, hf.RobertaConfig(**SIZES, **more, hidden_act="relu"), "embed")
    write("xlm_roberta_classify", hf.XLMRobertaForSequenceClassification,
          hf.XLMRobertaConfig(**CLASSIFY, **more), "classify")


def distilbert():
    sizes = dict(vocab_size=100, dim=32, n_layers=2, n_heads=4, hidden_dim=48, max_position_embeddings=40)
    write("distilbert_classify", hf.DistilBertForSequenceClassification,
          hf.DistilBertConfig(**sizes, **LABELS), "classify")
    write("distilbert_span", hf.DistilBertForQuestionAnswering, hf.DistilBertConfig(**sizes), "span")
    write("distilbert_embed", hf.DistilBertModel,
          hf.DistilBertConfig(**sizes, activation="relu", sinusoidal_pos_embds=True), "embed")


def electra():
    write("electra_classify", hf.ElectraForSequenceClassification,
          hf.ElectraConfig(**CLASSIFY, embedding_size=24), "classify")
    write("electra_span", hf.ElectraForQuestionAnswering,
          hf.ElectraConfig(**SIZES, embedding_size=24), "span")
    write("electra_embed", hf.ElectraModel, hf.ElectraConfig(**SIZES, embedding_size=32), "embed")


def albert():
    more = dict(embedding_size=24)
    write("albert_classify", hf.AlbertForSequenceClassification,
          hf.AlbertConfig(**CLASSIFY, **more), "classify")
    write("albert_span", hf.AlbertForQuestionAnswering,
          hf.AlbertConfig(**dict(SIZES, num_hidden_layers=4), **more, num_hidden_groups=2,
                          inner_group_num=2), "span")
    write("albert_embed", hf.AlbertModel, hf.AlbertConfig(**SIZES, **more, hidden_act="gelu"), "embed")


def deberta():
    v3 = dict(relative_attention=True, position_buckets=8, max_relative_positions=-1,
              position_biased_input=False, pos_att_type=["p2c", "c2p"], share_att_key=True,
              norm_rel_ebd="layer_norm", type_vocab_size=0, layer_norm_eps=1e-7)
    write("deberta_classify", hf.DebertaV2ForSequenceClassification,
          hf.DebertaV2Config(**CLASSIFY, **v3), "classify")
    write("deberta_span", hf.DebertaV2ForQuestionAnswering, hf.DebertaV2Config(**SIZES, **v3), "span")
    write("deberta_embed", hf.DebertaV2Model, hf.DebertaV2Config(**SIZES, **v3), "embed",
          lengths=(3, 16, 17, 40))
    # Distances without buckets, projections of their own, absolute positions, a convolution, narrow
    # embeddings: what v2 and its configuration allow.
    v2 = dict(relative_attention=True, max_relative_positions=12, position_biased_input=True,
              pos_att_type="c2p|p2c", share_att_key=False, type_vocab_size=2, embedding_size=24,
              conv_kernel_size=3, conv_act="gelu")
    write("deberta_v2_classify", hf.DebertaV2ForSequenceClassification,
          hf.DebertaV2Config(**CLASSIFY, **v2), "classify")
    write("deberta_c2p_span", hf.DebertaV2ForQuestionAnswering,
          hf.DebertaV2Config(**SIZES, **dict(v3, pos_att_type=["c2p"])), "span")
    write("deberta_p2c_span", hf.DebertaV2ForQuestionAnswering,
          hf.DebertaV2Config(**SIZES, **dict(v3, pos_att_type=["p2c"])), "span")
    write_buckets()


def write_buckets():
    """The buckets of all distances for sizes as published models have them."""
    from transformers.models.deberta_v2.modeling_deberta_v2 import make_log_bucket_position
    tables = []
    for buckets, most in ((256, 512), (8, 40), (32, 512), (256, 1024), (64, 128)):
        distances = torch.arange(-most + 1, most)
        found = make_log_bucket_position(distances, buckets, most).to(torch.long).tolist()
        tables.append(dict(buckets=buckets, max_distance=most, of=found[most - 1:]))
        assert found == [-value for value in reversed(found)]
    (ROOT / "deberta_buckets.json").write_text(json.dumps(tables) + "\n")


def modernbert():
    more = dict(pad_token_id=0, bos_token_id=1, eos_token_id=2, cls_token_id=1, sep_token_id=2,
                local_attention=8)
    sizes = dict(SIZES, num_hidden_layers=4)
    write("modernbert_classify", hf.ModernBertForSequenceClassification,
          hf.ModernBertConfig(**sizes, **more, **LABELS), "classify")
    write("modernbert_mean_classify", hf.ModernBertForSequenceClassification,
          hf.ModernBertConfig(**sizes, **more, **LABELS, classifier_pooling="mean", norm_bias=True,
                              attention_bias=True, mlp_bias=True, classifier_bias=True,
                              norm_eps=1e-3, hidden_activation="silu",
                              classifier_activation="relu"), "classify")
    write("modernbert_span", hf.ModernBertForQuestionAnswering,
          hf.ModernBertConfig(**sizes, **more), "span")
    write("modernbert_embed", hf.ModernBertModel, hf.ModernBertConfig(**sizes, **more), "embed",
          lengths=(3, 9, 17, 40))


FAMILIES = (bert, pooling, onnx, roberta, distilbert, electra, albert, deberta, modernbert)


def main():
    wanted = sys.argv[1:]
    for family in FAMILIES:
        if not wanted or family.__name__ in wanted:
            family()


if __name__ == "__main__":
    main()
