#!/usr/bin/env python3
"""assay's `bertscore` and `embedding` against the same network on ONNX Runtime, in pairs a second.

    make build && tools/bench.sh vectors

The peer runs MiniLM as an ONNX graph in f32 over batches of 32 texts sorted by length, as bert-score
does, and NumPy for what comes after: greedy matching of unit vectors, or the cosine of their means. One
thread each, in turn in the same run; of several rounds the best counts, in seconds of the processor.
assay is timed as a whole program, its start included. Prints how far the scores are apart, too.
"""

import json
import pathlib
import sys
import tempfile
import time

import numpy as np
import onnx

from encoder_graph import Session, state_encoder
from reference_pairs import made_pairs, our_round, write_records

PAIRS, BATCH, ROUNDS = 500, 32, 3
LARGEST_DIFFERENCE = 1e-4


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def bertscore(response, reference):
    """F1 of greedy matching; the special tokens at both ends may be matched and count nothing."""
    cosines = unit(response) @ unit(reference).T
    precision, recall = cosines.max(axis=1)[1:-1].mean(), cosines.max(axis=0)[1:-1].mean()
    return 2 * precision * recall / (precision + recall)


def embedding(response, reference):
    return float(unit(response.mean(axis=0)) @ unit(reference.mean(axis=0)))


def states_of(session, texts):
    """The states of the tokens of each distinct text."""
    by_length = sorted(set(texts), key=len)
    states = {}
    for at in range(0, len(by_length), BATCH):
        batch = by_length[at:at + BATCH]
        for text, rows, mask in zip(batch, *session.run(batch)):
            states[text] = rows[mask == 1]
    return states


def their_round(session, metric, pairs):
    start = time.process_time()
    states = states_of(session, [text for pair in pairs for text in pair])
    scores = [metric(states[response], states[reference]) for response, reference in pairs]
    return time.process_time() - start, scores


def our_scores(folder):
    with open(f"{folder}/out.jsonl", encoding="utf-8") as lines:
        return [line["score"] for line in map(json.loads, lines) if line["type"] == "result"]


def compare(metric, session, pairs, folder):
    records = f"{folder}/in.jsonl"
    write_records(pairs, records)
    name = metric.__name__
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(our_round(name, [], records, folder))
        seconds, scores = their_round(session, metric, pairs)
        theirs.append(seconds)
    difference = np.abs(np.array(our_scores(folder)) - np.array(scores)).max()
    ratio = min(theirs) / min(ours)
    print(f"{name}: assay {len(pairs) / min(ours):,.1f} pairs/s, ONNX Runtime and NumPy "
          f"{len(pairs) / min(theirs):,.1f} pairs/s, ratio {ratio:.2f}, scores at most {difference:.1e} apart")
    return difference


def main():
    pairs = list(made_pairs(PAIRS))
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "states.onnx")
        onnx.save(state_encoder(), file)
        session = Session(file, 1)
        worst = max(compare(metric, session, pairs, folder) for metric in (bertscore, embedding))
    if worst > LARGEST_DIFFERENCE:
        print(f"scores differ by more than {LARGEST_DIFFERENCE}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
