#!/usr/bin/env python3
"""assay's `bertscore` against bert-score itself, in pairs a second.

    make build && BERT_SCORE_PYTHON=ENV/bin/python tools/bench.sh bert_score

ENV is a Python environment with bert-score, which needs PyTorch; docs/performance.md says how to make one.
Without it this says so and ends. Both take the default encoder and all its layers, one thread each, in
turn in the same run; with one reference and with two. Of several rounds the best counts, in seconds of
the processor; assay is timed as a whole program, its start included, bert-score without its imports.
Prints how far the scores are apart, too.
"""

import json
import os
import pathlib
import sys
import tempfile
import time

from reference_pairs import SOURCE_DIR, made_pairs, our_round, write_records

MODEL = pathlib.Path(os.environ.get("ASSAY_DEPS_DIR", SOURCE_DIR / ".deps")) / "models/all-minilm-l6-v2"
PAIRS, ROUNDS, LAYERS = 500, 3, 6
LARGEST_DIFFERENCE = 1e-5


def their_round(responses, references):
    import bert_score
    start = time.process_time()
    scores = bert_score.score(responses, references, model_type=str(MODEL), num_layers=LAYERS)
    return time.process_time() - start, [float(f) for f in scores[2]]


def our_scores(folder):
    with open(f"{folder}/out.jsonl", encoding="utf-8") as lines:
        return [line["score"] for line in map(json.loads, lines) if line["type"] == "result"]


def compare(name, responses, references, folder):
    records = f"{folder}/in.jsonl"
    write_records(zip(responses, references), records)
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(our_round("bertscore", [], records, folder))
        seconds, scores = their_round(responses, references)
        theirs.append(seconds)
    difference = max(abs(a - b) for a, b in zip(our_scores(folder), scores, strict=True))
    print(f"{name}: assay {len(responses) / min(ours):,.1f} pairs/s, bert-score "
          f"{len(responses) / min(theirs):,.1f} pairs/s, ratio {min(theirs) / min(ours):.2f}, "
          f"scores at most {difference:.1e} apart")
    return difference


def main():
    import torch
    torch.set_num_threads(1)
    pairs = list(made_pairs(2 * PAIRS))
    responses = [response for response, _ in pairs[:PAIRS]]
    one = [reference for _, reference in pairs[:PAIRS]]
    two = [[reference, other] for reference, (_, other) in zip(one, pairs[PAIRS:])]
    with tempfile.TemporaryDirectory() as folder:
        worst = max(compare("one reference", responses, one, folder),
                    compare("two references", responses, two, folder))
    if worst > LARGEST_DIFFERENCE:
        print(f"scores differ by more than {LARGEST_DIFFERENCE}")
        return 1
    return 0


if __name__ == "__main__":
    wanted = os.environ.get("BERT_SCORE_PYTHON")
    if not wanted:
        print("skipped: BERT_SCORE_PYTHON names no Python that has bert-score (docs/performance.md)")
        sys.exit(0)
    if pathlib.Path(sys.executable).absolute() != pathlib.Path(wanted).absolute():
        os.execv(wanted, [wanted, *sys.argv])
    sys.exit(main())
