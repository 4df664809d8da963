"""Compares `assay score` with the libraries whose metrics it computes: sacrebleu, rouge-score, NLTK.

    reference_oracle.py bleu|rouge|meteor COUNT

Pairs of sentences of ours, sets of two to four references, COUNT pairs of random words that repeat (so that n-grams are shared, with
numbers, punctuation, entities and line ends between them), COUNT // 4 pairs of random characters of
all of Unicode, odd texts and, where ASSAY_DATA is set, judged responses of dialogue systems with
their knowledge. Equality to 1e-6 is wanted for every score. Texts with characters that this Python's
Unicode does not know are left out, and counted: their classes and lower case follow the version.
"""

import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unicodedata

SOURCE_DIR = pathlib.Path(os.environ["ASSAY_SOURCE_DIR"])
DEPS_DIR = pathlib.Path(os.environ["ASSAY_DEPS_DIR"])
WORDNET = "/usr/share/wordnet"
TOLERANCE = 1e-6

WORDS = """the a tea cup Bridge bridges bridged river 3.50 1,000 1990-95 it's don't U.S. well-known
    running runs ran relational happily happiness car automobile automobiles dogs domestic_dog
    quickly fast Zürich naïve café & &amp; &quot;so&quot; &lt;b&gt; <skipped> ... , . ; : ! ? ( ) -
    -\n \n \t – “quoted” € ½ x2 ΟΔΟΣ İstanbul ﬁne""".replace("\n    ", " ").split(" ")


def own_pairs():
    sentences = (SOURCE_DIR / "tests/data/sentences.txt").read_text(encoding="utf-8").splitlines()
    for i, sentence in enumerate(sentences):
        other = sentences[(i + 1) % len(sentences)]
        yield sentence, other
        yield sentence, sentence.upper()
        words = sentence.split()
        yield " ".join(words[: len(words) // 2]) + "\n" + other, sentence + "\n" + other
    with open(SOURCE_DIR / "tests/data/unicode_torture.jsonl", encoding="ascii") as lines:
        odd = [json.loads(line) for line in lines]
    for i, text in enumerate(odd):
        yield f"{text} tea, {text}", f"Tea {text}"
        yield text, odd[i - 1]


def random_pairs(count):
    rng = random.Random(11)
    for i in range(count):
        vocabulary = rng.sample(WORDS, rng.randint(1, len(WORDS)))
        text = [rng.choice(vocabulary) for _ in range(rng.randint(1, 40))]
        other = [word for word in text if rng.random() < 0.7]
        rng.shuffle(other) if i % 3 == 0 else None
        other += [rng.choice(WORDS) for _ in range(rng.randint(0, 20))]
        separator = rng.choice([" ", " ", "", "\n"])
        yield separator.join(text), " ".join(other)
    for _ in range(count // 4):
        characters = [chr(rng.choice([rng.randint(0x20, 0x7E), rng.randint(0xA0, 0x3000),
                                      rng.randint(0x1F000, 0x1FAFF), 0x20, 0x2D, 0x2E, 0x30]))
                      for _ in range(rng.randint(1, 30))]
        yield "".join(characters), "".join(rng.sample(characters, len(characters))) + " 3.5,"


def texts_of(reference):
    return reference if isinstance(reference, list) else [reference]


def random_sets(count):
    """Responses with two to four references: words that repeat, of different lengths, and Unicode. The
    next response's words are mixed in, so that every reference knows other n-grams."""
    rng = random.Random(12)
    pairs = [pair for pair in random_pairs(count) if pair[0].strip() and pair[1].strip()]
    for i, (response, reference) in enumerate(pairs):
        references = [reference]
        while len(references) < rng.randint(2, 4):
            words = response.split() + rng.choice([pairs[i - 1][1], reference]).split()
            start = rng.randrange(len(words))
            references.append(" ".join(words[start: start + rng.randint(1, 25)] or words))
        rng.shuffle(references)
        yield response, references


def shared_pairs():
    folder = os.environ.get("ASSAY_DATA")
    if not folder:
        return
    import csv
    for path in sorted(pathlib.Path(folder, "eval/q-squared").glob("*.csv")):
        with open(path, encoding="utf-8", newline="") as rows:
            for row in csv.DictReader(rows):
                if row.get("response") and row.get("knowledge"):
                    yield row["response"], row["knowledge"]


def is_known(text):
    return all(unicodedata.category(c) not in ("Cn", "Cs") for c in text)


def run_assay(metric, pairs, options):
    with tempfile.TemporaryDirectory() as folder:
        records, results = f"{folder}/in.jsonl", f"{folder}/out.jsonl"
        with open(records, "w", encoding="utf-8") as out:
            for response, reference in pairs:
                out.write(json.dumps({"response": response, "reference": reference}) + "\n")
        command = [os.environ["ASSAY_PROGRAM"], "score", "--metric", metric, records, "-o", results,
                   "--window", "512", "--quiet", *options]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with open(results, encoding="utf-8") as lines:
            lines = [json.loads(line) for line in lines]
    assert len(lines) == len(pairs) + 1, f"{len(lines)} lines for {len(pairs)} pairs"
    return lines[:-1], lines[-1]["metrics"][0]


class Comparison:
    def __init__(self):
        self.compared = self.failures = self.unscored = 0

    def check(self, wanted, got, what):
        self.compared += 1
        if math.isclose(wanted, got, rel_tol=0, abs_tol=TOLERANCE):
            return
        self.failures += 1
        if self.failures <= 20:
            print(f"{got} instead of {wanted}: {what}")

    def measured(self, pairs, results):
        """The pairs with a score; the others must be those of which a text is white space."""
        for (response, reference), result in zip(pairs, results):
            if result["status"] == "measured":
                yield response, reference, result
                continue
            self.unscored += 1
            if response.strip() and any(text.strip() for text in texts_of(reference)):
                self.failures += 1
                print(f"no score: {response!r} from {reference!r}")


def compare_bleu(pairs, comparison):
    from sacrebleu.metrics import BLEU
    runs = [(tokenizer, lower, "exp", None) for tokenizer in ("13a", "none", "intl") for lower in (False, True)]
    runs += [("13a", False, "none", None), ("intl", True, "floor", None), ("none", False, "floor", 0.3),
             ("13a", True, "add-k", None), ("intl", False, "add-k", 0.5)]
    for tokenizer, lower, smoothing, value in runs:
        options = ["--bleu-tokenizer", tokenizer, "--bleu-smoothing", smoothing]
        options += ["--bleu-lower-case"] if lower else []
        options += ["--bleu-smooth-value", str(value)] if value is not None else []
        settings = {"tokenize": tokenizer, "lowercase": lower, "smooth_method": smoothing,
                    "smooth_value": value}
        sentence = BLEU(effective_order=True, **settings)
        results, summary = run_assay("bleu", pairs, options)
        measured = list(comparison.measured(pairs, results))
        for response, reference, result in measured:
            score = sentence.sentence_score(response, texts_of(reference))
            what = f"{options} {response!r} against {reference!r}"
            comparison.check(score.score, result["score"], what)
            comparison.check(score.bp, result["scores"]["brevity_penalty"], what)
            for n in range(4):
                comparison.check(score.precisions[n], result["scores"][f"precision_{n + 1}"], what)
        sets = [texts_of(m[1]) for m in measured]
        streams = [[texts[i] if i < len(texts) else None for texts in sets] for i in range(max(map(len, sets)))]
        corpus = BLEU(force=True, **settings).corpus_score([m[0] for m in measured], streams)
        comparison.check(corpus.score, summary["corpus"]["bleu"], f"the corpus, {options}")


def compare_paper_bleu(pairs, comparison):
    """As the code of the Q² paper calls it: BLEU of a corpus of one, against lower-cased knowledge."""
    import sacrebleu
    pairs = [pair for pair in pairs if isinstance(pair[1], str)]
    results, _ = run_assay("bleu", pairs, ["--compat", "q2-paper", "--field", "knowledge=reference"])
    for response, knowledge, result in comparison.measured(pairs, results):
        wanted = sacrebleu.corpus_bleu([response], [[knowledge.lower()]]).score
        comparison.check(wanted, result["score"], f"paper {response!r} against {knowledge!r}")


def compare_rouge(pairs, comparison):
    sys.path.insert(0, str(DEPS_DIR / "rouge-score"))
    from absl import logging
    from rouge_score import rouge_scorer
    logging.set_verbosity(logging.ERROR)
    kinds = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
    for stem in (False, True):
        scorer = rouge_scorer.RougeScorer(kinds, use_stemmer=stem)
        results, _ = run_assay("rouge", pairs, ["--rouge-stem"] if stem else [])
        for response, reference, result in comparison.measured(pairs, results):
            for kind, wanted in scorer.score_multi(texts_of(reference), response).items():
                got = result["scores"]
                what = f"{kind}, stem {stem}: {response!r} against {reference!r}"
                comparison.check(wanted.fmeasure, got[kind], what)
                comparison.check(wanted.precision, got[f"{kind}_precision"], what)
                comparison.check(wanted.recall, got[f"{kind}_recall"], what)


def open_wordnet(folder):
    """NLTK's reader on Debian's files, which lack the list of lexicographers' files it opens."""
    import nltk
    from nltk.corpus.reader.wordnet import WordNetCorpusReader
    nltk.data.path.append(folder)  # it opens files of such folders only
    for file in filter(pathlib.Path.is_file, pathlib.Path(WORDNET).iterdir()):
        pathlib.Path(folder, file.name).write_bytes(file.read_bytes())
    lexnames = "".join(f"{i:02}\tname{i}\t1\n" for i in range(45))
    pathlib.Path(folder, "lexnames").write_text(lexnames, encoding="ascii")

    class EnglishReader(WordNetCorpusReader):
        def map_wn(self, version="wordnet"):
            """Other languages, of which there are no files, are not mapped to."""

    return EnglishReader(folder, None)


def compare_meteor(pairs, comparison):
    from nltk.tokenize import wordpunct_tokenize
    from nltk.translate.meteor_score import meteor_score
    if not pathlib.Path(WORDNET, "data.noun").exists():
        print(f"WordNet's data files are not in {WORDNET}; tools/setup.sh core brings them")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        wordnet = open_wordnet(folder)
        for name, weights in (("nltk", (0.9, 3.0, 0.5)), ("2007", (0.81, 0.83, 0.28))):
            alpha, beta, gamma = weights
            results, _ = run_assay("meteor", pairs, ["--meteor-parameters", name])
            for response, reference, result in comparison.measured(pairs, results):
                references = [wordpunct_tokenize(text) for text in texts_of(reference)]
                wanted = meteor_score(references, wordpunct_tokenize(response),
                                      wordnet=wordnet, alpha=alpha, beta=beta, gamma=gamma)
                comparison.check(wanted, result["score"], f"{name}: {response!r} against {reference!r}")


COMPARE = {"bleu": [compare_bleu, compare_paper_bleu], "rouge": [compare_rouge], "meteor": [compare_meteor]}


def main():
    metric, count = sys.argv[1], int(sys.argv[2])
    candidates = [*own_pairs(), *random_pairs(count), *random_sets(count // 2), *shared_pairs()]
    pairs = [pair for pair in candidates if all(map(is_known, [pair[0], *texts_of(pair[1])]))]
    comparison = Comparison()
    for compare in COMPARE[metric]:
        compare(pairs, comparison)
    print(f"{metric}: {len(pairs)} pairs ({len(candidates) - len(pairs)} left out), "
          f"{comparison.compared} numbers compared, {comparison.unscored} without a score, "
          f"{comparison.failures} failures")
    sys.exit(1 if comparison.failures else 0)


if __name__ == "__main__":
    main()
