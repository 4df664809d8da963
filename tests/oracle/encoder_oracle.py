#!/usr/bin/env python3
"""Compares the logits of the shipped models with OpenVINO run from Python on the same IR.

Run by ctest; sees ASSAY_RUN_ENCODER (the program), ASSAY_SOURCE_DIR and, where there is one,
ASSAY_DATA. Three comparisons on the same rows of tokens, each with its bound on the relative
difference (root mean square):

  our OpenVINO engine          against  OpenVINO in Python                  0.002  (only padding differs)
  the engine this machine uses against  the graph as it stands, in f32      0.03   (borders of rounding)

OpenVINO in Python runs the 8-bit graph with its own kernels; "as it stands" is the same graph
without its low-precision transformations, the reference for what the quantised model means.
"""
import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import openvino as ov
from tokenizers import Tokenizer

SOURCE = pathlib.Path(os.environ["ASSAY_SOURCE_DIR"])
COUNT = 150  # rows of each model


def own_texts():
    lines = (SOURCE / "tests" / "data" / "sentences.txt").read_text(encoding="utf-8").splitlines()
    lines = [line for line in lines if len(line) > 30]
    return list(zip(lines, lines[1:]))


def shared_texts(name):
    data = os.environ.get("ASSAY_DATA")
    if not data:
        return []
    rows = [json.loads(line) for line in open(pathlib.Path(data) / "dev" / f"{name}.jsonl")]
    rows = rows[:: max(1, len(rows) // COUNT)]
    if name == "nli":
        return [(row["premise"], row["hypothesis"]) for row in rows]
    return [(row["question"], row["context"]) for row in rows]


def encode(folder, pairs):
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    rows = [tokenizer.encode(*pair) for pair in pairs]
    return [(row.ids, row.type_ids) for row in rows if len(row.ids) <= 512]


def ours(folder, head, engine, rows):
    text = "".join(json.dumps({"ids": ids, "types": types}) + "\n" for ids, types in rows)
    done = subprocess.run([os.environ["ASSAY_RUN_ENCODER"], str(folder), head, engine],
                          input=text, capture_output=True, text=True, check=True)
    return [np.array(json.loads(line)) for line in done.stdout.splitlines()]


def theirs(folder, head, rows, **config):
    settings = {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": 1, **config}
    model = ov.Core().compile_model(str(folder / "openvino_model.xml"), "CPU", settings)
    outputs = []
    for ids, types in rows:
        result = model({"input_ids": np.array([ids]), "token_type_ids": np.array([types]),
                        "attention_mask": np.ones((1, len(ids)), np.int64)})
        names = ["logits"] if head == "classify" else ["start_logits", "end_logits"]
        outputs.append(np.concatenate([result[name][0] for name in names]))
    return outputs


def difference(a, b):
    a, b = np.concatenate(a), np.concatenate(b)
    return float(np.sqrt(((a - b) ** 2).sum() / (b**2).sum()))


def main():
    good = True
    for name, head in (("nli", "classify"), ("qa", "span")):
        folder = SOURCE / "models" / name
        rows = encode(folder, (own_texts() + shared_texts(name))[: 2 * COUNT])
        for engine, bound, config in (("openvino", 0.002, {}),
                                      ("auto", 0.03, {"LP_TRANSFORMS_MODE": "NO"})):
            off = difference(ours(folder, head, engine, rows), theirs(folder, head, rows, **config))
            good = good and off < bound
            print(f"{name} {engine}: {len(rows)} rows, relative difference {off:.5f} (bound {bound})")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
