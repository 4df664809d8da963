"""Compares `assay calibrate combine` with scikit-learn:  combine_oracle.py COUNT

Means, scales, weights and intercept must be those of StandardScaler and LogisticRegression to 1e-6, the
probabilities of `assay calibrate apply` those of predict_proba, and the area by cross-validation that of
leaving one item out, which no drawing of folds decides.
"""

import json
import random
import sys
import tempfile

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import LeaveOneOut, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from calibrate_command import calibrate, write_table

TOLERANCE = 1e-6


def random_case(draw):
    size, width = draw.choice([12, 20, 60, 300]), draw.randrange(2, 6)
    shift = [draw.choice([1, 1, 100, 1e-3]) for _ in range(width)]
    truth = [draw.gauss(0, 1.5) for _ in range(width)]
    scores, labels = [], []
    for i in range(size):
        row = [draw.random() if draw.random() < 0.7 else draw.randrange(3) / 2 for _ in range(width)]
        logit = sum(weight * (x - 0.5) for weight, x in zip(truth, row))
        scores.append([x * s for x, s in zip(row, shift)])
        # Enough of both classes for every fold, whatever the rest says.
        labels.append(i % 2 if i < 2 * width + 4 else int(draw.random() < 1 / (1 + np.exp(-5 * logit))))
    return np.array(scores), np.array(labels)


def sklearn_model():
    return make_pipeline(StandardScaler(),
                         LogisticRegression(solver="newton-cholesky", tol=1e-12, max_iter=1000))


def differences(folder, scores, labels):
    """What differs, by name, from scikit-learn."""
    names = [f"s{i}" for i in range(scores.shape[1])]
    leave_one_out = len(labels) <= 20
    write_table(f"{folder}/in.csv", [*names, "label"],
                [[*map(float, row), label] for row, label in zip(scores, labels)])
    calibrate("combine", f"{folder}/in.csv", "-s", ",".join(names), "--bootstrap", "0", "--folds",
              str(len(labels)) if leave_one_out else "2", "-o", f"{folder}/e.json", "--overwrite")
    with open(f"{folder}/e.json", encoding="utf-8") as file:
        ours = json.load(file)
    lines = calibrate("apply", f"{folder}/e.json", f"{folder}/in.csv", "-o", "-").splitlines()
    model = sklearn_model().fit(scores, labels)
    scaler, regression = model[0], model[1]
    of_terms = lambda member: np.array([term[member] for term in ours["terms"]])
    yield "mean", np.abs(of_terms("mean") - scaler.mean_).max()
    yield "scale", np.abs(of_terms("scale") - scaler.scale_).max()
    yield "weight", np.abs(of_terms("weight") - regression.coef_[0]).max()
    yield "intercept", abs(ours["intercept"] - regression.intercept_[0])
    yield "probability", np.abs([json.loads(line)["probability"] for line in lines]
                                - model.predict_proba(scores)[:, 1]).max()
    for i, name in enumerate(names):
        yield f"area of {name}", abs(ours["roc_auc"][name] - roc_auc_score(labels, scores[:, i]))
    if leave_one_out:
        held_out = cross_val_predict(sklearn_model(), scores, labels, cv=LeaveOneOut(),
                                     method="decision_function")
        yield "area held out", abs(ours["roc_auc"]["ensemble"] - roc_auc_score(labels, held_out))


def main():
    draw = random.Random(5)
    count, failures = int(sys.argv[1]), 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            for name, difference in differences(folder, *random_case(draw)):
                if difference > TOLERANCE:
                    failures += 1
                    print(f"case {number}: {name} differs by {difference}")
    print(f"{count} cases, {failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
