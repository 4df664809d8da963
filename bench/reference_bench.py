#!/usr/bin/env python3
"""assay's reference metrics against the libraries that they are equal to, in pairs a second.

    make build && tools/bench.sh reference

One thread each, in turn in the same run; of several rounds the best counts, in seconds of the processor
(other work may run beside). The peers are timed in their scoring calls alone, each round on other pairs,
as some keep what they have cut into tokens; assay is timed as a whole program, from a file of records to
a file of results, its start included. The pairs are made here from sentences of ours.
"""

import os
import pathlib
import sys
import tempfile
import time

from reference_pairs import SOURCE_DIR, made_pairs, our_round, write_records

DEPS_DIR = pathlib.Path(os.environ.get("ASSAY_DEPS_DIR", SOURCE_DIR / ".deps"))
PAIRS = 20000  # for assay; each round of a peer takes PEER_PAIRS of them
PEER_PAIRS = 1000
ROUNDS = 3
LEAST_RATIO = 5


def their_round(score, pairs):
    start = time.process_time()
    for response, reference in pairs:
        score(response, reference)
    return time.process_time() - start


def bleu():
    from sacrebleu.metrics import BLEU
    metric = BLEU(effective_order=True)
    return "sacrebleu", lambda response, reference: metric.sentence_score(response, [reference])


def rouge(stem):
    sys.path.insert(0, str(DEPS_DIR / "rouge-score"))
    from absl import logging
    from rouge_score import rouge_scorer
    logging.set_verbosity(logging.ERROR)
    scorer = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL", "rougeLsum"], use_stemmer=stem)
    return "rouge-score", lambda response, reference: scorer.score(reference, response)


def meteor():
    sys.path.insert(0, str(SOURCE_DIR / "tests/oracle"))
    os.environ.setdefault("ASSAY_SOURCE_DIR", str(SOURCE_DIR))
    os.environ.setdefault("ASSAY_DEPS_DIR", str(DEPS_DIR))
    from reference_oracle import open_wordnet
    from nltk.tokenize import wordpunct_tokenize
    from nltk.translate.meteor_score import single_meteor_score
    folder = tempfile.TemporaryDirectory()
    wordnet = open_wordnet(folder.name)

    def score(response, reference, keep=folder):
        single_meteor_score(wordpunct_tokenize(reference), wordpunct_tokenize(response), wordnet=wordnet)
    return "nltk", score


def compare(metric, options, peer_name, peer, pairs, folder):
    records = f"{folder}/in.jsonl"
    write_records(pairs, records)
    peer(*pairs[-1])  # what it loads on its first call
    rounds = [(our_round(metric, options, records, folder),
               their_round(peer, pairs[i * PEER_PAIRS : (i + 1) * PEER_PAIRS])) for i in range(ROUNDS)]
    ours = len(pairs) / min(seconds for seconds, _ in rounds)
    theirs = PEER_PAIRS / min(seconds for _, seconds in rounds)
    print(f"{' '.join([metric, *options])}: assay {ours:,.0f} pairs/s, {peer_name} {theirs:,.0f} pairs/s, "
          f"ratio {ours / theirs:.1f}")
    return ours / theirs


def main():
    pairs = list(made_pairs(PAIRS))
    runs = [("bleu", [], bleu()), ("rouge", [], rouge(False)), ("rouge", ["--rouge-stem"], rouge(True)),
            ("meteor", [], meteor())]
    with tempfile.TemporaryDirectory() as folder:
        ratios = [compare(metric, options, *peer, pairs, folder) for metric, options, peer in runs]
    if min(ratios) < LEAST_RATIO:
        print(f"slower than {LEAST_RATIO} times a peer")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
