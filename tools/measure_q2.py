#!/usr/bin/env python3
"""How well metrics tell consistent from inconsistent responses: the table in docs/metrics/q2.md.

    assay score --metric q2,q2-f1,nli,overlap consistent.csv -o consistent.jsonl
    assay score --metric q2,q2-f1,nli,overlap inconsistent.csv -o inconsistent.jsonl
    tools/measure_q2.py consistent.jsonl inconsistent.jsonl

Reads the result lines that `assay score` writes.
"""

import argparse
from collections import defaultdict

from results import result_lines


def read_results(path):
    """Result lines by metric; lines without a score are left out, and counted."""
    measured, skipped = defaultdict(list), defaultdict(int)
    for result in result_lines(path):
        if result["status"] == "measured":
            measured[result["metric"]].append(result)
        else:
            skipped[result["metric"]] += 1
    return measured, skipped


def scores(results):
    return [result["score"] for result in results]


def mean(values):
    return sum(values) / len(values)


def roc_auc(good, bad):
    """How often a consistent response scores above an inconsistent one; ties count half."""
    wins = sum((g > b) + (g == b) / 2 for g in good for b in bad)
    return wins / (len(good) * len(bad))


def metric_row(metric, consistent, inconsistent, threshold):
    good, bad = scores(consistent), scores(inconsistent)
    hits = sum(score > threshold for score in good) + sum(score <= threshold for score in bad)
    auc = roc_auc(good, bad)
    covered = sum(result["fallback"] is None for result in consistent + inconsistent)
    return (
        f"| `{metric}` | {mean(good):.3f} | {mean(bad):.3f} | {hits / len(good + bad):.3f} "
        f"| {auc:.3f} | {covered / len(good + bad):.1%} | {len(good)} + {len(bad)} |"
    )


def question_rows(results):
    """How far questions come, by style: tried, back from the round trip, answered, agreeing."""
    styles = defaultdict(lambda: defaultdict(int))
    counts = defaultdict(int)
    for result in results:
        for name, count in result["counts"].items():
            counts[name] += count
        for unit in result["units"]:
            if unit["kind"] == "question":
                style = styles[unit["style"]]
                style["counted"] += 1
                style[unit["comparison"]] += 1
    lines = ["", "questions: " + ", ".join(f"{k} {v}" for k, v in counts.items())]
    tried = counts["questions_counted"] + counts["questions_round_trip_failed"]
    if tried:
        lines.append(f"survive the round trip: {counts['questions_counted'] / tried:.1%} of {tried}")
    for style, numbers in sorted(styles.items()):
        lines.append(f"{style}: " + ", ".join(f"{k} {v}" for k, v in sorted(numbers.items())))
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("consistent")
    parser.add_argument("inconsistent")
    parser.add_argument("--threshold", type=float, default=0.5)
    arguments = parser.parse_args()
    consistent, skipped_good = read_results(arguments.consistent)
    inconsistent, skipped_bad = read_results(arguments.inconsistent)
    print(f"| metric | consistent | inconsistent | accuracy at {arguments.threshold} | ROC AUC "
          "| coverage | n |")
    print("|---|---|---|---|---|---|---|")
    for metric in consistent:
        print(metric_row(metric, consistent[metric], inconsistent[metric], arguments.threshold))
    for metric in sorted(skipped_good | skipped_bad):
        print(f"{metric}: {skipped_good[metric] + skipped_bad[metric]} records without a score")
    if "q2" in consistent:
        print("\n".join(question_rows(consistent["q2"] + inconsistent["q2"])))


if __name__ == "__main__":
    main()
