#!/usr/bin/env python3
"""assay's reference metrics against the libraries that they are equal to, in pairs a second.

    make build && tools/bench.sh reference

One thread each, the same pairs, in turn in the same run; of several rounds the best counts. The peers
are timed in their scoring calls alone; assay is timed as a whole program, from a file of records to a
file of results, its start included. The pairs are made here from sentences of ours.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

SOURCE_DIR = pathlib.Path(__file__).resolve().parent.parent
DEPS_DIR = pathlib.Path(os.environ.get("ASSAY_DEPS_DIR", SOURCE_DIR / ".deps"))
PROGRAM = os.environ["ASSAY_PROGRAM"]
PAIRS = 20000  # for assay; the peers take the first PEER_PAIRS of them
PEER_PAIRS = 1000
ROUNDS = 3
LEAST_RATIO = 5


def made_pairs(count):
    rng = random.Random(3)
    sentences = (SOURCE_DIR / "tests/data/sentences.txt").read_text(encoding="utf-8").splitlines()
    for _ in range(count):
        reference = f"{rng.choice(sentences)} {rng.choice(sentences)}"
        words = [word for word in reference.split() if rng.random() < 0.8]
        at = rng.randrange(len(words) + 1)
        yield " ".join(words[:at] + rng.choice(sentences).split() + words[at:]), reference


def write_records(pairs, file):
    with open(file, "w", encoding="utf-8") as out:
        for response, reference in pairs:
            out.write(json.dumps({"response": response, "reference": reference}) + "\n")


def our_round(metric, options, records, folder):
    command = [PROGRAM, "score", "-m", metric, records, "-o", f"{folder}/out.jsonl", "--overwrite",
               "--restart", "--quiet", "--threads", "1", "--window", "1024", *options]
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def their_round(score, pairs):
    start = time.perf_counter()
    for response, reference in pairs:
        score(response, reference)
    return time.perf_counter() - start


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
    some = pairs[:PEER_PAIRS]
    peer(*some[0])  # what it loads on its first call
    rounds = [(our_round(metric, options, records, folder), their_round(peer, some)) for _ in range(ROUNDS)]
    ours = len(pairs) / min(seconds for seconds, _ in rounds)
    theirs = len(some) / min(seconds for _, seconds in rounds)
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
