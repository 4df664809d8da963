"""Compares `assay evaluate` with SciPy, scikit-learn and krippendorff:  evaluate_oracle.py WHAT COUNT

WHAT is `classify`, `correlate` or `agreement`, COUNT the number of random cases: few and many items,
ties, constants, one class, raters who left items out. Numbers must be equal to 1e-9; what the library
does not define must be null.
"""

import csv
import itertools
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import warnings

import krippendorff
import numpy as np
from scipy import stats
from sklearn import metrics
from sklearn.calibration import calibration_curve

TOLERANCE = 1e-9
warnings.filterwarnings("ignore")


class Checker:
    def __init__(self):
        self.compared = self.failures = 0

    def check(self, where, got, wanted):
        """`wanted` is a number, or None or NaN for what is not defined."""
        self.compared += 1
        if wanted is not None and (math.isnan(wanted) or math.isinf(wanted)):
            wanted = None
        if got is None or wanted is None:
            good = got is wanted
        else:
            good = abs(got - wanted) <= TOLERANCE * max(1, abs(wanted))
        if not good:
            self.failures += 1
            if self.failures <= 20:
                print(f"{where}: {got} instead of {wanted}")


def evaluate(command, *arguments):
    run = subprocess.run([os.environ["ASSAY_PROGRAM"], "evaluate", command, *arguments, "--json",
                          "--bootstrap", "0", "--threads", "1"], capture_output=True, text=True)
    if run.returncode != 0:
        raise SystemExit(f"{command} {arguments}: {run.stderr}")
    return json.loads(run.stdout)


def write_table(path, header, rows):
    with open(path, "w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        writer.writerow(header)
        writer.writerows(rows)


def random_values(draw, count):
    """Numbers of one of several kinds: many ties, none, constant, from 0 to 1 or far outside."""
    kind = draw.randrange(6)
    if kind == 0:
        return [draw.choice([0.0, 0.5, 1.0]) for _ in range(count)]
    if kind == 1:
        return [draw.random() for _ in range(count)]
    if kind == 2:
        return [round(draw.random(), 1) for _ in range(count)]
    if kind == 3:
        return [draw.gauss(0, 1e6) for _ in range(count)]
    if kind == 4:
        return [float(draw.randrange(-2, 3)) for _ in range(count)]
    return [draw.choice([0.1, 0.3, 1e-12])] * count


def random_size(draw):
    return draw.choice([2, 3, 4, 5, 8, 13, 34, 80, 300])


# --- classify --------------------------------------------------------------------------------------

def defined(numerator, denominator):
    return numerator / denominator if denominator else None


def wanted_measures(labels, scores, threshold):
    labels, scores = np.array(labels), np.array(scores)
    said = (scores > threshold).astype(int)
    both = len(set(labels)) == 2
    wanted = {"accuracy": metrics.accuracy_score(labels, said)}
    recalls = metrics.recall_score(labels, said, average=None, labels=[0, 1])
    wanted["balanced_accuracy"] = metrics.balanced_accuracy_score(labels, said) if both else None
    wanted["g_mean"] = math.sqrt(recalls[0] * recalls[1]) if both else None
    wanted["kappa"] = metrics.cohen_kappa_score(labels, said)
    for value, name in ((1, "grounded"), (0, "ungrounded")):
        is_said, is_label = (said == value).any(), (labels == value).any()
        wanted[f"precision_{name}"] = metrics.precision_score(
            labels, said, pos_label=value, labels=[value], average=None)[0] if is_said else None
        wanted[f"recall_{name}"] = metrics.recall_score(
            labels, said, labels=[value], average=None)[0] if is_label else None
        wanted[f"f1_{name}"] = metrics.f1_score(
            labels, said, labels=[value], average=None)[0] if is_said or is_label else None
        sign = 1 if value else -1
        wanted[f"average_precision_{name}"] = metrics.average_precision_score(
            (labels == value).astype(int), sign * scores) if is_label else None
    f1s = wanted["f1_grounded"], wanted["f1_ungrounded"]
    wanted["macro_f1"] = None if None in f1s else sum(f1s) / 2
    wanted["roc_auc"] = metrics.roc_auc_score(labels, scores) if both else None
    wanted["ece"] = wanted["brier"] = None
    if scores.min() >= 0 and scores.max() <= 1:
        wanted["brier"] = np.mean((scores - labels) ** 2)
        shares, means = calibration_curve(labels, scores, n_bins=10)
        edges = np.searchsorted(np.linspace(0, 1, 11)[1:-1], scores)
        counts = np.bincount(edges, minlength=10)
        wanted["ece"] = np.sum(np.abs(shares - means) * counts[counts > 0]) / len(scores)
    return wanted


def kernel(x, y):
    return (x[:, None] > y[None, :]) + 0.5 * (x[:, None] == y[None, :])


def delong_p(labels, first, second):
    """From the definition: the placements of every item of either class."""
    labels, first, second = map(np.array, (labels, first, second))
    positive, negative = labels == 1, labels == 0
    if positive.sum() < 2 or negative.sum() < 2:
        return None
    kernels = [kernel(scores[positive], scores[negative]) for scores in (first, second)]
    difference = kernels[0] - kernels[1]
    by_positive, by_negative = difference.mean(axis=1), difference.mean(axis=0)
    variance = by_positive.var(ddof=1) / positive.sum() + by_negative.var(ddof=1) / negative.sum()
    mean = difference.mean()
    if variance < 1e-24:
        return 1.0 if abs(mean) < 1e-12 else None
    return 2 * stats.norm.sf(abs(mean) / math.sqrt(variance))


def mcnemar_p(labels, first, second, threshold):
    right = [[(score > threshold) == bool(label) for score, label in zip(scores, labels)]
             for scores in (first, second)]
    only_first = sum(a and not b for a, b in zip(*right))
    only_second = sum(b and not a for a, b in zip(*right))
    if only_first + only_second == 0:
        return 1.0
    return stats.binomtest(only_first, only_first + only_second, 0.5).pvalue


def check_classify(checker, count, folder):
    draw = random.Random(5)
    columns = 12
    for number in range(max(1, count // columns)):
        size = random_size(draw)
        share = draw.choice([0, 0.1, 0.5, 0.5, 0.9, 1])
        labels = [int(draw.random() < share) for _ in range(size)]
        scores = [random_values(draw, size) for _ in range(columns)]
        names = [f"s{i}" for i in range(columns)]
        datasets = [draw.choice("abc") for _ in range(size)]
        path = f"{folder}/classify.csv"
        write_table(path, ["label", "set", *names], zip(labels, datasets, *scores))
        threshold = draw.choice([0.5, 0.3, 0.0])
        report = evaluate("classify", path, "--score", ",".join(names), "--folds", "0",
                          "--threshold", str(threshold), "--curves", "--dataset", "set")
        # Of every score all items, then each data set in order of appearance.
        cases = [(name, values, dataset) for name, values in zip(names, scores)
                 for dataset in (None, *dict.fromkeys(datasets))]
        for (name, values, dataset), metric in zip(cases, report["metrics"], strict=True):
            assert (metric["metric"], metric["dataset"]) == (name, dataset)
            items = [i for i in range(size) if dataset in (None, datasets[i])]
            check_metric(checker, f"case {number} {name} {dataset}", metric,
                         [labels[i] for i in items], [values[i] for i in items], threshold)
        for comparison, (a, b) in zip(report["comparisons"], itertools.combinations(scores, 2)):
            where = f"case {number} {comparison['first']} {comparison['second']}"
            checker.check(f"{where} DeLong", comparison["delong_p"], delong_p(labels, a, b))
            checker.check(f"{where} McNemar", comparison["mcnemar_p"],
                          mcnemar_p(labels, a, b, threshold))


def check_metric(checker, where, metric, labels, scores, threshold):
    wanted = wanted_measures(labels, scores, threshold)
    assert set(wanted) == set(metric["measures"])
    for measure, value in wanted.items():
        checker.check(f"{where} {measure}", metric["measures"][measure]["value"], value)
    check_curve(checker, where, metric["curve"], labels, scores)


def check_curve(checker, where, curve, labels, scores):
    """The same points as scikit-learn's ROC curve has."""
    if len(set(labels)) < 2:
        return
    false, true, thresholds = metrics.roc_curve(labels, scores, drop_intermediate=False)
    # Its thresholds say "at least", ours "more than": everything above t is at least the next.
    wanted = {t: (round(a * labels.count(0)), round(b * labels.count(1)))
              for a, b, t in zip(false, true, thresholds)}
    got = curve["thresholds"]
    assert got == sorted(set(scores)), where
    for i, threshold in enumerate(got[1:]):
        points = curve["false_positive"][i], curve["true_positive"][i]
        checker.check(f"{where} curve at {threshold}", points[0], wanted[threshold][0])
        checker.check(f"{where} curve at {threshold}", points[1], wanted[threshold][1])


# --- correlate -------------------------------------------------------------------------------------

def wanted_correlations(x, y):
    wanted = {}
    constant = len(set(x)) == 1 or len(set(y)) == 1
    for kind, test in (("spearman", stats.spearmanr), ("pearson", stats.pearsonr),
                       ("kendall", stats.kendalltau)):
        if constant:
            wanted[kind] = None, None
            continue
        result = test(x, y)
        # Below three items a line goes through any points: there is nothing to test.
        p = None if len(x) < 3 and kind != "kendall" else result.pvalue
        wanted[kind] = result.statistic, p
    return wanted


def check_correlate(checker, count, folder):
    draw = random.Random(6)
    datasets = 40
    for number in range(max(1, count // datasets)):
        cases, rows = [], []
        for dataset in range(datasets):
            size = random_size(draw)
            x, y = random_values(draw, size), random_values(draw, size)
            if draw.random() < 0.3:
                y = [a + draw.choice([0, 0, 1]) * b for a, b in zip(x, y)]
            cases.append((x, y))
            rows += [(a, b, f"d{dataset}") for a, b in zip(x, y)]
        path = f"{folder}/correlate.csv"
        write_table(path, ["score", "rating", "set"], rows)
        report = evaluate("correlate", path, "--score", "score", "--label", "rating",
                          "--dataset", "set")
        for row, (x, y) in zip(report["rows"][1:], cases, strict=True):
            for correlation in row["correlations"]:
                value, p = wanted_correlations(x, y)[correlation["kind"]]
                where = f"case {number} {row['dataset']} {correlation['kind']} of {len(x)}"
                checker.check(where, correlation["value"], value)
                # Where the points lie on a line, the last bits decide between 1 and nearly 1.
                if value is not None and 1 - 1e-12 < abs(value) and len(x) < 5:
                    continue
                checker.check(where + " p", correlation["p"], p)


# --- agreement -------------------------------------------------------------------------------------

def wanted_alpha(table, level):
    paired = [item for item in zip(*table) if sum(v is not None for v in item) >= 2]
    if len({v for item in paired for v in item if v is not None}) < 2:
        return None
    data = [[np.nan if v is None else float(v) for v in rater] for rater in table]
    return krippendorff.alpha(reliability_data=data, level_of_measurement=level)


def wanted_fleiss(table):
    items = [item for item in zip(*table) if None not in item]
    values = sorted({v for item in items for v in item})
    if len(values) < 2:
        return None
    counts = np.array([[item.count(v) for v in values] for item in items])
    raters = len(table)
    agreed = ((counts ** 2).sum(axis=1) - raters) / (raters * (raters - 1))
    chance = ((counts.sum(axis=0) / counts.sum()) ** 2).sum()
    return (agreed.mean() - chance) / (1 - chance)


def check_pair(checker, where, pair, first, second, weights, all_values):
    both = [(a, b) for a, b in zip(first, second) if a is not None and b is not None]
    checker.check(f"{where} n", pair["n"], len(both))
    if not both:
        for name in ("raw_agreement", "cohen_kappa", "jaccard"):
            checker.check(f"{where} {name}", pair[name], None)
        return
    a, b = zip(*both)
    values = sorted(set(a) | set(b))
    checker.check(f"{where} raw", pair["raw_agreement"], metrics.accuracy_score(a, b))
    checker.check(f"{where} kappa", pair["cohen_kappa"],
                  metrics.cohen_kappa_score(a, b, labels=all_values, weights=weights)
                  if len(values) > 1 else None)
    checker.check(f"{where} jaccard", pair["jaccard"],
                  metrics.jaccard_score(a, b, average="macro", labels=values))


def check_agreement(checker, count, folder):
    draw = random.Random(7)
    for number in range(count):
        raters, size = draw.randrange(2, 6), draw.choice([1, 2, 3, 5, 10, 40])
        values = draw.choice([[0, 1], [1, 2, 3], [0, 1, 2, 5, 10], [3]])
        missing = draw.choice([0, 0, 0.1, 0.5])
        noise = draw.random()
        truth = [draw.choice(values) for _ in range(size)]
        table = [[None if draw.random() < missing
                  else draw.choice(values) if draw.random() < noise else t for t in truth]
                 for _ in range(raters)]
        level = draw.choice(["nominal", "ordinal", "interval", "ratio"])
        weights = draw.choice([None, "linear", "quadratic"])
        path = f"{folder}/agreement.csv"
        names = [f"r{i}" for i in range(raters)]
        # A column of its own, as rows without any rating would be empty lines.
        write_table(path, ["item", *names],
                    [(i, *("" if v is None else v for v in item))
                     for i, item in enumerate(zip(*table))])
        options = [option for name in names for option in ("--rater", name)]
        report = evaluate("agreement", path, *options, "--level", level,
                          "--weights", weights or "none")
        where = f"case {number} ({level})"
        checker.check(f"{where} alpha", report["measures"]["krippendorff_alpha"]["value"],
                      wanted_alpha(table, level))
        checker.check(f"{where} Fleiss", report["measures"]["fleiss_kappa"]["value"],
                      wanted_fleiss(table))
        all_values = sorted({v for rater in table for v in rater if v is not None})
        for pair, (a, b) in zip(report["pairs"], itertools.combinations(table, 2), strict=True):
            check_pair(checker, f"{where} {pair['first']} {pair['second']}", pair, a, b, weights,
                       all_values)


def main():
    what, count = sys.argv[1], int(sys.argv[2])
    checker = Checker()
    checks = {"classify": check_classify, "correlate": check_correlate,
              "agreement": check_agreement}
    with tempfile.TemporaryDirectory() as folder:
        checks[what](checker, count, folder)
    print(f"{what}: {count} cases, {checker.compared} numbers, {checker.failures} failures")
    sys.exit(1 if checker.failures or checker.compared < count else 0)


if __name__ == "__main__":
    main()
