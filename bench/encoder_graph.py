"""MiniLM as an ONNX graph, for the benchmarks whose peer runs the same network on ONNX Runtime."""

import json
import pathlib

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer

BASE = pathlib.Path(__file__).resolve().parent.parent / ".deps/models/all-minilm-l6-v2"
INPUTS = (("input_ids", "ids"), ("token_type_ids", "type_ids"), ("attention_mask", "attention_mask"))


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

    def states(self):
        real = self.add("Cast", "attention_mask", to=TensorProto.FLOAT)
        hidden = self.add("Sub", self.constant(np.float32(1)), real)
        mask = self.add("Unsqueeze", self.add("Mul", hidden, self.constant(np.float32(-1e9))),
                        self.constant(np.array([1, 2])))
        x = self.embeddings()
        for number in range(self.config["num_hidden_layers"]):
            x = self.layer(number, x, mask)
        return x

    def model(self, output, shape):
        inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
                  for name, _ in INPUTS]
        outputs = [helper.make_tensor_value_info(output, TensorProto.FLOAT, shape)]
        graph = helper.make_graph(self.nodes, "bert", inputs, outputs, self.constants)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


def base_graph():
    return Graph(read_weights(), json.loads((BASE / "config.json").read_text("utf-8")))


def classifier():
    """Three labels from the first token, by a head of random weights."""
    graph = base_graph()
    first = graph.add("Gather", graph.states(), graph.constant(np.array(0)), axis=1)
    pooled = graph.add("Tanh", graph.linear("pooler.dense", first))
    head = np.random.default_rng(1).normal(size=(graph.config["hidden_size"], 3)).astype(np.float32)
    return graph.model(graph.add("MatMul", pooled, graph.constant(head)), ["batch", 3])


def state_encoder():
    """The states of all tokens."""
    graph = base_graph()
    return graph.model(graph.states(), ["batch", "length", graph.config["hidden_size"]])


class Session:
    """A graph with its tokenizer: texts or pairs in, what the graph gives out."""

    def __init__(self, file, threads):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(str(file), options, ["CPUExecutionProvider"])
        self.tokenizer = Tokenizer.from_file(str(BASE / "tokenizer.json"))
        self.tokenizer.no_truncation()
        self.tokenizer.enable_padding()

    def run(self, texts):
        rows = self.tokenizer.encode_batch(texts)
        feed = {name: np.array([getattr(row, part) for row in rows], np.int64) for name, part in INPUTS}
        return self.session.run(None, feed)[0], feed["attention_mask"]
