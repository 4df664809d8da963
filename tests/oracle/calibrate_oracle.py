"""Compares `assay calibrate` with scikit-learn and SciPy:  calibrate_oracle.py COUNT

Isotonic calibrators must give scikit-learn's probabilities to 1e-9. Platt's curve must have no greater
loss, on the softened labels, than the one that SciPy finds.
"""

import json
import random
import sys
import tempfile

import numpy as np
from scipy.optimize import minimize
from sklearn.isotonic import IsotonicRegression

from calibrate_command import calibrate, write_table


def fit(folder, method, scores, labels):
    write_table(f"{folder}/fit.csv", ["s", "label"], zip(scores, labels))
    calibrate("fit", f"{folder}/fit.csv", "-s", "s", "--method", method, "--folds", "2",
              "--bootstrap", "0", "-o", f"{folder}/calibrator.json", "--overwrite")
    with open(f"{folder}/calibrator.json", encoding="utf-8") as file:
        return json.load(file)["parameters"]


def apply(folder, scores):
    write_table(f"{folder}/apply.csv", ["s"], [[score] for score in scores])
    lines = calibrate("apply", f"{folder}/calibrator.json", f"{folder}/apply.csv", "-o", "-")
    return [json.loads(line)["probability"] for line in lines.splitlines()]


def platt_loss(parameters, scores, labels):
    positives = labels.sum()
    negatives = len(labels) - positives
    targets = np.where(labels == 1, (positives + 1) / (positives + 2), 1 / (negatives + 2))
    z = parameters[0] * scores + parameters[1]
    return np.sum(np.logaddexp(0, z) - targets * z)


def random_case(draw):
    size = draw.choice([12, 30, 100, 400])
    kind = draw.randrange(3)
    scores = [draw.random() if kind == 0 else round(draw.random(), 1) if kind == 1
              else draw.gauss(3, 20) for _ in range(size)]
    middle = sorted(scores)[size // 2]
    noise = draw.random()
    labels = [int(draw.random() < 0.5) if draw.random() < noise else int(s > middle)
              for s in scores]
    # Both classes must be in both of two folds.
    labels[:8] = [0, 1] * 4
    return scores, labels


def main():
    draw = random.Random(11)
    count, failures = int(sys.argv[1]), 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            scores, labels = random_case(draw)
            grid = [*scores[:40], *np.linspace(min(scores) - 1, max(scores) + 1, 20).tolist()]
            fit(folder, "isotonic", scores, labels)
            wanted = IsotonicRegression(out_of_bounds="clip").fit(scores, labels).predict(grid)
            difference = np.abs(np.array(apply(folder, grid)) - wanted).max()
            if difference > 1e-9:
                failures += 1
                print(f"case {number}: isotonic differs by {difference}")
            parameters = fit(folder, "platt", scores, labels)
            x, y = np.array(scores), np.array(labels)
            ours = platt_loss((parameters["slope"], parameters["intercept"]), x, y)
            best = minimize(platt_loss, (0, 0), args=(x, y), method="BFGS").fun
            if ours > best + 1e-7:
                failures += 1
                print(f"case {number}: a loss of {ours} instead of {best}")
    print(f"{count} cases, {failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
