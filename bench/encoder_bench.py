#!/usr/bin/env python3
"""assay's pair classifier against ONNX Runtime in Python: the same pairs, two threads each, same run.

    make build && tools/bench.sh encoder

The peer is the same network (MiniLM-L6: its encoder with a head of three labels) as an ONNX graph,
in f32 and with ONNX Runtime's dynamic 8-bit weights by channel, fed by `tokenizers`, batches of 16
sorted by length. Weights do not change what a product costs, so those of the embedder do. Texts in,
logits out; of several rounds the best.
"""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import time

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer

SOURCE_DIR = pathlib.Path(__file__).resolve().parent.parent
BASE = SOURCE_DIR / ".deps/models/all-minilm-l6-v2"
PROGRAM = pathlib.Path(os.environ["ASSAY_BENCH_DIR"]) / "encoder_bench"
THREADS, BATCH, ROUNDS = 2, 16, 3


def read_weights():
    data = (BASE / "model.safetensors").read_bytes()
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8:8 + size])
    return {
        name: np.frombuffer(data, np.float32, int(np.prod(entry["shape"])),
                            8 + size + entry["data_offsets"][0]).reshape(entry["shape"])
        for name, entry in header.items()
        if name != "__metadata__" and entry["dtype"] == "F32"
    }


class Graph:
    """A BERT encoder, node by node."""

    def __init__(self, weights, config):
        self.weights, self.config = weights, config
        self.nodes, self.constants = [], []

    def add(self, kind, *inputs, **attributes):
        name = f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name, **attributes))
        return name

    def constant(self, value):
        name = f"constant_{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.array(value, order="C"), name))
        return name

    def linear(self, name, x):
        product = self.add("MatMul", x, self.constant(self.weights[name + ".weight"].T))
        return self.add("Add", product, self.constant(self.weights[name + ".bias"]))

    def norm(self, name, x):
        gamma, beta = (self.constant(self.weights[f"{name}.{part}"]) for part in ("weight", "bias"))
        return self.add("LayerNormalization", x, gamma, beta, axis=-1,
                        epsilon=self.config["layer_norm_eps"])

    def heads(self, x):
        count = self.config["num_attention_heads"]
        width = self.config["hidden_size"] // count
        split = self.add("Reshape", x, self.constant(np.array([0, 0, count, width])))
        return self.add("Transpose", split, perm=[0, 2, 1, 3])

    def attention(self, layer, x, mask):
        query, key, value = (self.heads(self.linear(f"{layer}.attention.self.{part}", x))
                             for part in ("query", "key", "value"))
        scale = np.float32(1 / np.sqrt(self.config["hidden_size"] / self.config["num_attention_heads"]))
        turned = self.add("Transpose", key, perm=[0, 1, 3, 2])
        scores = self.add("Mul", self.add("MatMul", query, turned), self.constant(scale))
        shares = self.add("Softmax", self.add("Add", scores, mask), axis=-1)
        mixed = self.add("Transpose", self.add("MatMul", shares, value), perm=[0, 2, 1, 3])
        joined = self.add("Reshape", mixed, self.constant(np.array([0, 0, self.config["hidden_size"]])))
        return self.linear(f"{layer}.attention.output.dense", joined)

    def layer(self, number, x, mask):
        layer = f"encoder.layer.{number}"
        x = self.norm(f"{layer}.attention.output.LayerNorm", self.add("Add", x, self.attention(layer, x, mask)))
        wide = self.linear(f"{layer}.intermediate.dense", x)
        erf = self.add("Erf", self.add("Mul", wide, self.constant(np.float32(np.sqrt(0.5)))))
        half = self.add("Mul", wide, self.constant(np.float32(0.5)))
        gelu = self.add("Mul", half, self.add("Add", erf, self.constant(np.float32(1))))
        narrow = self.linear(f"{layer}.output.dense", gelu)
        return self.norm(f"{layer}.output.LayerNorm", self.add("Add", x, narrow))

    def embeddings(self):
        words, types, places = (self.constant(self.weights[f"embeddings.{part}_embeddings.weight"])
                                for part in ("word", "token_type", "position"))
        length = self.add("Gather", self.add("Shape", "input_ids"), self.constant(np.array(1)))
        places = self.add("Slice", places, self.constant(np.array([0])),
                          self.add("Unsqueeze", length, self.constant(np.array([0]))))
        both = self.add("Add", self.add("Gather", words, "input_ids"),
                        self.add("Gather", types, "token_type_ids"))
        return self.norm("embeddings.LayerNorm", self.add("Add", both, places))

    def model(self):
        real = self.add("Cast", "attention_mask", to=TensorProto.FLOAT)
        hidden = self.add("Sub", self.constant(np.float32(1)), real)
        mask = self.add("Unsqueeze", self.add("Mul", hidden, self.constant(np.float32(-1e9))),
                        self.constant(np.array([1, 2])))
        x = self.embeddings()
        for number in range(self.config["num_hidden_layers"]):
            x = self.layer(number, x, mask)
        first = self.add("Gather", x, self.constant(np.array(0)), axis=1)
        pooled = self.add("Tanh", self.linear("pooler.dense", first))
        head = np.random.default_rng(1).normal(size=(self.config["hidden_size"], 3)).astype(np.float32)
        self.nodes.append(helper.make_node("MatMul", [pooled, self.constant(head)], ["logits"]))
        inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
                  for name in ("input_ids", "token_type_ids", "attention_mask")]
        output = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 3])
        graph = helper.make_graph(self.nodes, "bert", inputs, [output], self.constants)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


def pairs():
    """The pairs of encoder_bench.cc."""
    lines = (SOURCE_DIR / "tests/data/sentences.txt").read_text("utf-8").splitlines()
    lines = [line for line in lines if len(line.encode()) > 40]
    return [(" ".join(lines[i:i + 3]), lines[i + 3]) for i in range(min(len(lines) - 4, 300))]


def their_rate(file, texts):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    session = onnxruntime.InferenceSession(str(file), options, ["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_file(str(BASE / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.enable_padding()

    def judge():
        by_length = sorted(texts, key=lambda pair: len(pair[0]) + len(pair[1]))
        for at in range(0, len(by_length), BATCH):
            rows = tokenizer.encode_batch(by_length[at:at + BATCH])
            feed = {name: np.array([getattr(row, part) for row in rows], np.int64)
                    for name, part in (("input_ids", "ids"), ("token_type_ids", "type_ids"),
                                       ("attention_mask", "attention_mask"))}
            session.run(None, feed)

    def seconds():
        start = time.process_time()
        judge()
        return time.process_time() - start

    return len(texts) / min(seconds() for _ in range(ROUNDS))


def our_rate(count):
    """Pairs a second of the processor: encoder_bench prints tokens, of as many pairs."""
    out = subprocess.run([PROGRAM], check=True, stdout=subprocess.PIPE, text=True).stdout
    tokens = int(re.search(r"(\d+) tokens,", out)[1])
    rate = float(re.search(r"texts to verdicts.* (\d+) tokens/core-s", out)[1])
    return rate / tokens * count


def main():
    texts = pairs()
    config = json.loads((BASE / "config.json").read_text("utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        plain, small = pathlib.Path(folder, "f32.onnx"), pathlib.Path(folder, "int8.onnx")
        onnx.save(Graph(read_weights(), config).model(), plain)
        quantize_dynamic(plain, small, per_channel=True, weight_type=QuantType.QInt8)
        theirs = {"f32": their_rate(plain, texts), "int8": their_rate(small, texts)}
    ours = our_rate(len(texts))
    print(f"{len(texts)} pairs, pairs a second of the processor; assay (int8): {ours:,.1f}")
    for name, rate in theirs.items():
        print(f"ONNX Runtime {onnxruntime.__version__} {name}: {rate:,.1f}, ratio {ours / rate:.1f}")


if __name__ == "__main__":
    main()
