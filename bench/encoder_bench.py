#!/usr/bin/env python3
"""assay's pair classifier against ONNX Runtime in Python: the same pairs, two threads each, same run.

    make build && tools/bench.sh encoder

The peer is the same network (MiniLM-L6: its encoder with a head of three labels) as an ONNX graph,
in f32 and with ONNX Runtime's dynamic 8-bit weights by channel, fed by `tokenizers`, batches of 16
sorted by length. Weights do not change what a product costs, so those of the embedder do. Texts in,
logits out; of several rounds the best.
"""

import os
import pathlib
import re
import subprocess
import tempfile
import time

import onnx
import onnxruntime
from onnxruntime.quantization import QuantType, quantize_dynamic

from encoder_graph import Session, classifier

SOURCE_DIR = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = pathlib.Path(os.environ["ASSAY_BENCH_DIR"]) / "encoder_bench"
THREADS, BATCH, ROUNDS = 2, 16, 3


def pairs():
    """The pairs of encoder_bench.cc."""
    lines = (SOURCE_DIR / "tests/data/sentences.txt").read_text("utf-8").splitlines()
    lines = [line for line in lines if len(line.encode()) > 40]
    return [(" ".join(lines[i:i + 3]), lines[i + 3]) for i in range(min(len(lines) - 4, 300))]


def their_rate(file, texts):
    session = Session(file, THREADS)

    def seconds():
        start = time.process_time()
        by_length = sorted(texts, key=lambda pair: len(pair[0]) + len(pair[1]))
        for at in range(0, len(by_length), BATCH):
            session.run(by_length[at:at + BATCH])
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
    with tempfile.TemporaryDirectory() as folder:
        plain, small = pathlib.Path(folder, "f32.onnx"), pathlib.Path(folder, "int8.onnx")
        onnx.save(classifier(), plain)
        quantize_dynamic(plain, small, per_channel=True, weight_type=QuantType.QInt8)
        theirs = {"f32": their_rate(plain, texts), "int8": their_rate(small, texts)}
    ours = our_rate(len(texts))
    print(f"{len(texts)} pairs, pairs a second of the processor; assay (int8): {ours:,.1f}")
    for name, rate in theirs.items():
        print(f"ONNX Runtime {onnxruntime.__version__} {name}: {rate:,.1f}, ratio {ours / rate:.1f}")


if __name__ == "__main__":
    main()
