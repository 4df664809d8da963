"""Compares `assay score --metric bertscore` with BERTScore computed in NumPy.

The states of the default encoder are computed here from its weights (BERT in forty lines), the tokens
come from Hugging Face tokenizers, and matching, weighting and rescaling follow the definition. (The
arithmetic alone is compared with bert-score's own code in greedy_matching_test.cc; the package itself
needs PyTorch, which the test environment does not have: bench/bert_score_bench.py compares with it.) Scores are wanted equal to 1e-4: the states
differ by the rounding of float sums.
"""

import collections
import json
import math
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

import numpy as np
from scipy.special import erf
from tokenizers import Tokenizer

SOURCE_DIR = pathlib.Path(os.environ["ASSAY_SOURCE_DIR"])
MODEL = pathlib.Path(os.environ["ASSAY_DEPS_DIR"]) / "models/all-minilm-l6-v2"
TOLERANCE = 1e-4
BASELINES = "LAYER,P,R,F\n" + "".join(f"{i},0.{i}1,0.{i}2,0.{i}3\n" for i in range(7))


def read_weights(file):
    with open(file, "rb") as weights:
        header = json.loads(weights.read(struct.unpack("<Q", weights.read(8))[0]))
        body = weights.read()
    header.pop("__metadata__", None)
    types = {"F32": np.float32, "F16": np.float16, "I64": np.int64}
    return {name: np.frombuffer(body[slice(*tensor["data_offsets"])], types[tensor["dtype"]])
            .reshape(tensor["shape"]) for name, tensor in header.items()}


class Bert:
    def __init__(self):
        self.weights = read_weights(MODEL / "model.safetensors")
        self.config = json.loads((MODEL / "config.json").read_text(encoding="utf-8"))

    def linear(self, name, x):
        return x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def norm(self, name, x):
        centred = x - x.mean(-1, keepdims=True)
        scale = np.sqrt((centred ** 2).mean(-1, keepdims=True) + self.config["layer_norm_eps"])
        return centred / scale * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]

    def attention(self, name, x):
        heads = self.config["num_attention_heads"]
        split = lambda part: self.linear(f"{name}.self.{part}", x).reshape(len(x), heads, -1).swapaxes(0, 1)
        query, key, value = split("query"), split("key"), split("value")
        scores = query @ key.swapaxes(1, 2) / math.sqrt(query.shape[-1])
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        scores /= scores.sum(-1, keepdims=True)
        return self.linear(f"{name}.output.dense", (scores @ value).swapaxes(0, 1).reshape(len(x), -1))

    def states(self, ids):
        """Of every layer, the embeddings first."""
        table = lambda name: self.weights[f"embeddings.{name}_embeddings.weight"].astype(np.float64)
        x = table("word")[ids] + table("position")[: len(ids)] + table("token_type")[0]
        x = self.norm("embeddings.LayerNorm", x)
        layers = [x]
        for i in range(self.config["num_hidden_layers"]):
            name = f"encoder.layer.{i}"
            x = self.norm(f"{name}.attention.output.LayerNorm", x + self.attention(f"{name}.attention", x))
            inner = self.linear(f"{name}.intermediate.dense", x)
            inner = inner * 0.5 * (1 + erf(inner / math.sqrt(2)))
            x = self.norm(f"{name}.output.LayerNorm", x + self.linear(f"{name}.output.dense", inner))
            layers.append(x)
        return layers


class Scorer:
    def __init__(self):
        self.bert = Bert()
        self.tokenizer = Tokenizer.from_file(str(MODEL / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        self.special = {self.tokenizer.token_to_id(token) for token in ("[CLS]", "[SEP]")}
        self.known = {}

    def ids(self, text):
        return self.tokenizer.encode(text).ids

    def states(self, text, layer):
        if text not in self.known:
            self.known[text] = self.bert.states(self.ids(text))
        x = self.known[text][layer]
        return x / np.linalg.norm(x, axis=1, keepdims=True)

    def weights(self, text, idf):
        ids = self.ids(text)
        return np.array([0.0 if id in self.special else idf(id) if idf else 1.0 for id in ids])

    def idf_of(self, texts):
        counts = collections.Counter(id for text in texts for id in set(self.ids(text)))
        return lambda id: math.log((len(texts) + 1) / (counts[id] + 1))

    def score(self, response, reference, layer, idf):
        """Each number is the largest over the references, as in bert-score."""
        scores = [self.score_one(response, text, layer, idf) for text in texts_of(reference)]
        return [max(numbers) for numbers in zip(*scores)]

    def score_one(self, response, reference, layer, idf):
        cosines = self.states(response, layer) @ self.states(reference, layer).T
        said, known = self.weights(response, idf), self.weights(reference, idf)
        precision = (cosines.max(1) * said).sum() / said.sum()
        recall = (cosines.max(0) * known).sum() / known.sum()
        return [precision, recall, 2 * precision * recall / (precision + recall)]


def own_pairs():
    lines = (SOURCE_DIR / "tests/data/sentences.txt").read_text(encoding="utf-8").splitlines()
    lines = [line.strip() for line in lines if 20 < len(line) < 400]
    yield from zip(lines[:60], lines[1:61])
    yield from ((line, line.lower()) for line in lines[60:70])
    for i in range(20):
        yield lines[i], lines[i + 1: i + 3 + i % 3]
    yield "a", "The whole of a longer sentence, with [SEP] in it."


def texts_of(reference):
    return reference if isinstance(reference, list) else [reference]


def run_assay(pairs, options):
    with tempfile.TemporaryDirectory() as folder:
        records, results = f"{folder}/in.jsonl", f"{folder}/out.jsonl"
        pathlib.Path(records).write_text("".join(
            json.dumps({"response": response, "reference": reference}) + "\n" for response, reference in pairs),
            encoding="utf-8")
        subprocess.run([os.environ["ASSAY_PROGRAM"], "score", "-m", "bertscore", records, "-o", results, "--quiet",
                        *options], check=True, stdout=subprocess.DEVNULL)
        lines = [json.loads(line) for line in pathlib.Path(results).read_text(encoding="utf-8").splitlines()]
    return [[line["scores"][name] for name in ("precision", "recall", "bertscore")] for line in lines[:-1]]


def main():
    if not (MODEL / "model.safetensors").exists():
        print(f"the encoder is not in {MODEL}")
        sys.exit(77)
    scorer, pairs = Scorer(), list(own_pairs())
    texts = [text for _, reference in pairs for text in texts_of(reference)]
    failures = compared = 0
    with tempfile.TemporaryDirectory() as folder:
        idf_file, baselines = pathlib.Path(folder, "texts.txt"), pathlib.Path(folder, "baselines.tsv")
        idf_file.write_text("\n".join(texts) + "\n", encoding="utf-8")
        baselines.write_text(BASELINES, encoding="utf-8")
        for layer, with_idf, rescaled in [(None, False, False), (6, True, True), (0, False, False),
                                          (1, False, True), (3, True, False), (5, False, False)]:
            options = ["--bertscore-layer", str(layer)] if layer is not None else []
            options += ["--bertscore-idf", str(idf_file)] if with_idf else []
            options += ["--bertscore-baseline", str(baselines)] if rescaled else []
            number = 6 if layer is None else layer
            idf = scorer.idf_of(texts) if with_idf else None
            base = [float(f"0.{number}{i}") for i in (1, 2, 3)] if rescaled else [0.0] * 3
            for pair, got in zip(pairs, run_assay(pairs, options)):
                wanted = [(s - b) / (1 - b) for s, b in zip(scorer.score(*pair, number, idf), base)]
                compared += 3
                if any(abs(w - g) > TOLERANCE for w, g in zip(wanted, got)):
                    failures += 1
                    print(f"{got} instead of {wanted}, {options}: {pair}")
    print(f"{len(pairs)} pairs, {compared} numbers compared, {failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
