"""assay.evaluate: which metric to trust, by what people said of the same items.

    import assay

    results = assay.score(records, ["q2", "overlap"])        # records with a `label`
    report = assay.evaluate.classify(results)
    report                                                    # a table
    report["q2"]["roc_auc"].value                             # and .low, .high
    report.to_dataframe()

Each function is a command of `assay evaluate` (docs/evaluate.md), with its options, defaults and
numbers; `report.to_dict()` is what the command prints with `--json`. Scores come from

- what `assay.score` returned, or the path of a result file;
- a DataFrame, a list of dicts, a `datasets.Dataset`, or the path of a CSV, TSV or JSON lines file: then
  `score` names the columns of the scores;
- a list of several of these, which are read one behind the other.

`score` takes a metric (`"q2"`), one of its further scores (`"q2.q2-f1"`) or a column, or several.
`join` sets more scores of the same items beside them; `join={"new": results}` calls them `new:q2`.
`records` has labels and other columns when the scores do not. Labels are read from `label`; `positive`,
`negative` and `ignore` say what its values mean. `bad_scores="no-score"` counts empty cells and NaN as
items without a score.

The interpreter's lock is released meanwhile, and Ctrl-C ends the work. What is wrong is an
`assay.AssayError` with the text of the program, in which `--label` stands for `label=`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from assay import _engine
from assay._reports import (
    AgreementReport, Bootstrap, ChosenThreshold, ClassifyReport, Comparison, CorrelateReport,
    Correlation, CorrelationRow, Curve, Difference, Estimate, MetricReport, RaterPair, ReliabilityBin,
    SimulatedSystem, SystemLevelReport, SystemLevelRow,
)
from assay._tables import Names, Table, Words, given, label_options, listed, names_of, score_table

__all__ = [
    "AgreementReport", "Bootstrap", "ChosenThreshold", "ClassifyReport", "Comparison",
    "CorrelateReport", "Correlation", "CorrelationRow", "Criterion", "Curve", "Difference", "Estimate",
    "MetricReport", "RaterPair", "ReliabilityBin", "SimulatedSystem", "SystemLevelReport",
    "SystemLevelRow", "agreement", "classify", "correlate", "system_level",
]

Criterion = Literal["balanced_accuracy", "accuracy", "macro_f1", "kappa", "g_mean"]


def classify(scores: Any, *, score: Names | None = None, label: str = "label",
             positive: Words = None, negative: Words = None, ignore: Words = None,
             threshold: float | None = None, thresholds: Mapping[str, float] | None = None,
             calibrator: Any = None, optimize: Criterion = "balanced_accuracy", folds: int = 10,
             bins: int = 10, dataset: str | None = None, group: str | None = None,
             missing: float | Literal["minimum"] = "minimum", curves: bool = False,
             bootstrap: int = 1000, seed: int = 1, confidence: float = 0.95, threads: int = 0,
             join: Any = None, records: Any = None, id: str = "id", format: str = "auto",
             quoting: str = "csv", bad_scores: str = "error") -> ClassifyReport:
    """How well scores tell grounded from ungrounded responses, and which metric does it better.

    Grounded is what scores more than `thresholds[metric]`, else than the threshold that `calibrator`
    holds for it (a fitted `assay.calibrate.Calibrator`, its file, or several), else than `threshold`,
    else than half of the most that the metric can be (0.5 for scores from elsewhere). The best
    threshold, by `optimize`, is tried by `folds`-fold cross-validation. `dataset` adds the numbers of
    each data set. `group` is the column of what belongs together, such as the dialogue. `missing` stands in for a missing score in the second of
    the two ways that are shown. `curves=True` adds the counts at every threshold. Intervals come from
    `bootstrap` rounds; they are the same for the same `seed`, whatever the `threads` (0: all cores).
    """
    table = score_table(scores, score=score, join=join, records=records, id=id, format=format,
                        quoting=quoting, bad_scores=bad_scores)
    table.options |= label_options(label, positive, negative, ignore)
    table.calibrator = calibrator
    (text,) = table.ask(_engine.classify, given(
        threshold=threshold, optimize=optimize, folds=folds, bins=bins, dataset=dataset,
        group=group, missing=missing,
        thresholds=dict(thresholds) if isinstance(thresholds, Mapping) else thresholds, curves=curves,
        bootstrap=bootstrap, seed=seed, confidence=confidence, threads=threads))
    return ClassifyReport._of(text)


def correlate(scores: Any, *, score: Names | None = None, label: str = "label",
              positive: Words = None, negative: Words = None, ignore: Words = None,
              system: str | None = None, dataset: str | None = None, group: str | None = None,
              missing: float | Literal["minimum"] = "minimum", bootstrap: int = 1000, seed: int = 1,
              confidence: float = 0.95, threads: int = 0, join: Any = None, records: Any = None,
              id: str = "id", format: str = "auto", quoting: str = "csv",
              bad_scores: str = "error") -> CorrelateReport:
    """How well scores follow ratings of people: Spearman, Pearson and Kendall.

    A rating is a number, or a list of numbers, of which the mean is taken; with `positive`, `negative`
    or `ignore`, labels are 1 and 0. `system` adds the correlation of the systems' means, `dataset` the
    correlations within each data set.
    """
    table = score_table(scores, score=score, join=join, records=records, id=id, format=format,
                        quoting=quoting, bad_scores=bad_scores)
    table.options |= label_options(label, positive, negative, ignore)
    (text,) = table.ask(_engine.correlate, given(
        system=system, dataset=dataset, group=group, missing=missing, bootstrap=bootstrap, seed=seed,
        confidence=confidence, threads=threads))
    return CorrelateReport._of(text)


def agreement(ratings_of: Any, *, rater: Names | None = None, ratings: str | None = None,
              level: Literal["nominal", "ordinal", "interval", "ratio"] = "nominal",
              weights: Literal["none", "linear", "quadratic"] = "none", bootstrap: int = 1000,
              seed: int = 1, confidence: float = 0.95, threads: int = 0, records: Any = None,
              id: str = "id", format: str = "auto", quoting: str = "csv") -> AgreementReport:
    """How far several people agree about the same items.

    `rater` names a column for each rater, or `ratings` one column of lists with one rating a rater,
    None for a rater who left the item out. `level` says what the values are (for Krippendorff's
    alpha), `weights` how much categories that are further apart count (in Cohen's kappa).
    """
    table = Table(ratings_of, None, records,
                  options={"id": id, "format": format, "quoting": quoting})
    (text,) = table.ask(
        _engine.agreement, given(rater=names_of(rater), ratings=ratings),
        given(level=level, weights=weights, bootstrap=bootstrap, seed=seed, confidence=confidence,
              threads=threads))
    return AgreementReport._of(text)


def system_level(scores: Any, *, score: Names | None = None, label: str = "label",
                 positive: Words = None, negative: Words = None, ignore: Words = None,
                 context: str = "context", shares: Sequence[float] = (0.05, 0.1, 0.15, 0.2, 0.25),
                 drawn: int = 350, rounds: int = 1000, seed: int = 1, confidence: float = 0.95,
                 threads: int = 0, missing: float | Literal["minimum"] = "minimum", join: Any = None,
                 records: Any = None, id: str = "id", format: str = "auto", quoting: str = "csv",
                 bad_scores: str = "error") -> SystemLevelReport:
    """Whether scores put simulated systems in the right order (those of the Q² paper).

    Of the contexts (`context`: the column that responses to one context share) with one grounded and
    one ungrounded response, `drawn` are drawn in each of `rounds`; a system takes the ungrounded one
    in its share of `shares`.
    """
    table = score_table(scores, score=score, join=join, records=records, id=id, format=format,
                        quoting=quoting, bad_scores=bad_scores)
    table.options |= label_options(label, positive, negative, ignore)
    (text,) = table.ask(_engine.system_level, given(
        context=context, shares=listed(shares), drawn=drawn, rounds=rounds, seed=seed,
        confidence=confidence, threads=threads, missing=missing))
    return SystemLevelReport._of(text)
