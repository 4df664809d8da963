#!/usr/bin/env python3
"""Is a combination of metrics better than the best of them? The table in docs/evaluate.md.

    tools/ensemble.py wow.scores.jsonl --positive consistent --group context --test begin.scores.jsonl \
      --test-positive "Fully attributable" --metrics q2,nli-sentences,overlap,bleu

Fits a logistic regression over the metrics' scores to the labels of one set of results, and the mean of
their ranks, which needs no fit. Prints the ROC AUC of both and of each metric: on the first set by
cross-validation (groups stay together), on --test with what was fitted on the whole first set. Items
that a metric has no score for are left out. Run it with .deps/venv/bin/python (scikit-learn).
"""

import argparse
import json
from pathlib import Path

import numpy as np
from scipy.stats import rankdata
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


def lines_of(paths):
    return [line for path in paths for line in Path(path).read_text(encoding="utf-8").splitlines()]


def read(paths, metrics, positive, group):
    """One row a record: scores in the order of `metrics`, whether it is grounded, its group."""
    records = {}
    for line in lines_of(paths):
        result = json.loads(line)
        if result["type"] == "result":
            record = records.setdefault(result["id"], {"label": result.get("label")})
            record[result["metric"]] = result["score"]
            record["group"] = result.get("extra", {}).get(group, result["id"])
    whole = [r for r in records.values() if all(r.get(m) is not None for m in metrics)]
    scores = np.array([[record[metric] for metric in metrics] for record in whole])
    labels = np.array([str(record["label"]) == positive for record in whole])
    return scores, labels, np.array([str(record["group"]) for record in whole])


def mean_rank(scores):
    return rankdata(scores, axis=0).mean(axis=1)


def aucs(metrics, scores, labels, fitted):
    rows = [(metric, roc_auc_score(labels, scores[:, i])) for i, metric in enumerate(metrics)]
    return rows + [("mean rank", roc_auc_score(labels, mean_rank(scores))),
                   ("logistic regression", roc_auc_score(labels, fitted))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("results", nargs="+")
    parser.add_argument("--positive", required=True, help="the label of grounded items")
    parser.add_argument("--group", default="", help="field whose items stay in one fold")
    parser.add_argument("--test", required=True, nargs="+", help="results of another set")
    parser.add_argument("--test-positive", required=True)
    parser.add_argument("--metrics", required=True, help="names, separated by commas")
    arguments = parser.parse_args()
    metrics = arguments.metrics.split(",")
    model = make_pipeline(StandardScaler(), LogisticRegression())
    scores, labels, groups = read(arguments.results, metrics, arguments.positive, arguments.group)
    held_out = cross_val_predict(model, scores, labels, groups=groups, cv=GroupKFold(10),
                                 method="decision_function")
    model.fit(scores, labels)
    other, other_labels, _ = read(arguments.test, metrics, arguments.test_positive, "")
    here = aucs(metrics, scores, labels, held_out)
    there = aucs(metrics, other, other_labels, model.decision_function(other))
    print(f"| | fitted on, held out ({len(labels)}) | --test ({len(other_labels)}) |\n|---|---|---|")
    for (name, first), (_, second) in zip(here, there):
        print(f"| {name} | {first:.3f} | {second:.3f} |")


if __name__ == "__main__":
    main()
