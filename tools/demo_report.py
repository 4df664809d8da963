"""Compares the scores of labelled records with their labels, a line a metric:  demo_report.py RESULTS

A record counts as consistent when its score is above 0.5.
"""

import sys
from collections import defaultdict

from results import result_lines


def mean(values: list[float]) -> str:
    return f"{sum(values) / len(values):.2f}" if values else "-"


def main() -> None:
    scores = defaultdict(lambda: defaultdict(list))  # metric -> label -> scores
    for result in result_lines(sys.argv[1]):
        if result.get("score") is not None:
            scores[result["metric"]][result["label"]].append(result["score"])
    print(f"{'metric':10} {'mean of consistent':>18} {'of inconsistent':>16} {'right at 0.5':>13}")
    for metric, labels in scores.items():
        good, bad = labels["consistent"], labels["inconsistent"]
        right = sum(s > 0.5 for s in good) + sum(s <= 0.5 for s in bad)
        share = f"{right}/{len(good) + len(bad)}"
        print(f"{metric:10} {mean(good):>18} {mean(bad):>16} {share:>13}")


if __name__ == "__main__":
    main()
