#!/usr/bin/env python3
"""The tables of the Q² paper for our metrics, beside the published numbers: `make paper-q2 DATA=folder`.

    tools/paper_q2.py DATA [--program build/release/assay] [--work build/paper-q2]

DATA holds the files of the paper's repository: {dodeca,memnet}_{consistent,inconsistent}.csv and
cross_annotation.csv (or a part of it, cross_annotation_half.csv). What is not there is said in its row.
Prints Markdown. Scores stay in the work folder, model answers in its cache, so that a second run is quick.

The paper's models are many times the size of ours: T5-base asks, ALBERT-xlarge answers, RoBERTa-large
compares. Published numbers are quoted from Honovich et al. (2021); where it gives none, there is a dash.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

METRICS = ["q2", "q2-f1", "nli", "overlap", "bleu", "rouge", "embedding", "nli-sentences"]
SYSTEMS = ["dodeca", "memnet"]
PUBLISHED_MEANS = {
    ("dodeca", "q2"): (0.696, 0.238), ("memnet", "q2"): (0.756, 0.135),
    ("dodeca", "q2-f1"): (0.516, 0.159),
}
PUBLISHED_ACCURACY = {"q2": 0.773, "q2-f1": 0.731, "nli": 0.653}
PUBLISHED_SPEARMAN = {"q2": 0.9798, "nli": 0.9216, "overlap": 0.878, "bleu": 0.3051}


class Runs:
    def __init__(self, program, data, work):
        self.program, self.data, self.work = program, data, work

    def assay(self, *arguments):
        made = subprocess.run([self.program, *map(str, arguments)], stdout=subprocess.PIPE, text=True)
        if made.returncode > 1:  # 1: some record could not be scored, which the tables show
            sys.exit(f"paper_q2: assay {arguments[0]} ended with exit code {made.returncode}")
        return made.stdout

    def scores(self, records):
        """The result file of all metrics for a file of records."""
        results = self.work / f"{records.stem}.scores.jsonl"
        print(f"scoring {records.name}", file=sys.stderr)
        self.assay("score", "-m", ",".join(METRICS), "--against", "knowledge", records, "-o", results,
                   "--cache", self.work / "answers.db", "--overwrite", "--restart", "--quiet")
        return results

    def find(self, *names):
        return next((self.data / name for name in names if (self.data / name).is_file()), None)


def shown(value, digits=3):
    return "–" if value is None else f"{value:.{digits}f}"


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def interval(estimate):
    return f"{shown(estimate['value'])} [{shown(estimate['low'])}, {shown(estimate['high'])}]"


def by_metric(rows):
    """Of a metric with missing scores the first way of counting them: over those that there are."""
    found = {}
    for row in rows:
        found.setdefault(row["metric"], row)
    return found


def summary_of(results):
    last = results.read_text(encoding="utf-8").splitlines()[-1]
    return {metric["metric"]: metric for metric in json.loads(last)["metrics"]}


def coverage(summary):
    return f"{1 - summary['n_fallback'] / summary['n_total']:.1%}" if summary["n_total"] else "–"


def means_rows(system, files):
    if None in files:
        return [[system, "(its files are not in DATA)"] + [""] * 4]
    good, bad = (summary_of(file) for file in files)
    rows = []
    for metric in METRICS:
        published = PUBLISHED_MEANS.get((system, metric), (None, None))
        covered = f"{coverage(good[metric])}, {coverage(bad[metric])}" if metric == "q2" else ""
        rows.append([system, f"`{metric}`", shown(good[metric]["mean"]), shown(bad[metric]["mean"]),
                     f"{shown(published[0])}, {shown(published[1])}", covered])
    return rows


def means_section(runs):
    rows, pairs = [], {}
    for system in SYSTEMS:
        found = [runs.find(f"{system}_{kind}.csv") for kind in ("consistent", "inconsistent")]
        pairs[system] = [file and runs.scores(file) for file in found]
        rows += means_rows(system, pairs[system])
    header = ["system", "metric", "consistent", "inconsistent", "published", "coverage"]
    return "## Mean scores\n\n" + table(header, rows), pairs


def accuracy_section(runs, pairs):
    files = [file for pair in pairs.values() if None not in pair for file in pair]
    if not files:
        return "## Accuracy above half of the range (0.5, of `bleu` 50)\n\nNo file to measure on."
    positive = [word for file in files if "_consistent" in file.stem
                for word in ("--positive", file.stem)]
    found = json.loads(runs.assay("evaluate", "classify", *files, "--label", "file", *positive,
                                  "--bootstrap", "0", "--json"))
    rows = [[f"`{name}`", shown(row["measures"]["accuracy"]["value"]),
             shown(row["measures"]["roc_auc"]["value"]), shown(PUBLISHED_ACCURACY.get(name))]
            for name, row in by_metric(found["metrics"]).items()]
    of = " and ".join(system for system in SYSTEMS if None not in pairs[system])
    return (f"## Accuracy above half of the range (0.5, of `bleu` 50), {of}\n\n"
            + table(["metric", "accuracy", "ROC AUC", "published accuracy (both systems)"], rows))


def system_section(runs):
    annotated = runs.find("cross_annotation.csv", "cross_annotation_half.csv")
    if annotated is None:
        return "## System level\n\ncross_annotation.csv is not in DATA."
    records = runs.work / "wow.jsonl"
    runs.assay("evaluate", "prepare", "wow", annotated, "-o", records, "--overwrite")
    scores = runs.scores(records)
    found = json.loads(runs.assay("evaluate", "system-level", scores, "--json"))
    rows = [[f"`{name}`", interval(row["spearman"]), shown(PUBLISHED_SPEARMAN.get(name))]
            for name, row in by_metric(found["rows"]).items()]
    return (f"## System level: Spearman over simulated systems ({annotated.name})\n\n"
            + table(["metric", "mean [95 %]", "published"], rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--program", default="build/release/assay")
    parser.add_argument("--work", type=Path, default=Path("build/paper-q2"))
    arguments = parser.parse_args()
    if not arguments.data.is_dir():
        parser.error(f"{arguments.data} is not a folder")
    arguments.work.mkdir(parents=True, exist_ok=True)
    runs = Runs(arguments.program, arguments.data, arguments.work)
    means, pairs = means_section(runs)
    print(means, accuracy_section(runs, pairs), system_section(runs), sep="\n\n")


if __name__ == "__main__":
    main()
