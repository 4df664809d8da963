"""What `assay.evaluate` says: the objects behind the JSON of the commands."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from assay._errors import AssayError
from assay._text_table import number, p_value, text_table

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Estimate:
    """A number with its interval. None: not defined, such as a ROC AUC with one class."""

    value: float | None
    low: float | None
    high: float | None

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return number(self.value)
        return f"{number(self.value)} [{number(self.low)}, {number(self.high)}]"


def estimates(named: Mapping[str, Mapping[str, float | None]]) -> dict[str, Estimate]:
    return {name: Estimate(**estimate) for name, estimate in named.items()}


@dataclass(frozen=True)
class Bootstrap:
    """How intervals were found."""

    rounds: int
    seed: int
    confidence: float

    def __str__(self) -> str:
        if self.rounds == 0:
            return "no intervals"
        return f"{100 * self.confidence:g} % intervals of {self.rounds} bootstrap rounds"


@dataclass(frozen=True)
class Report:
    """`to_json()` is what the command prints with --json, `to_dict()` its members."""

    _json: str = field(repr=False, compare=False)

    def to_json(self) -> str:
        return self._json

    def to_dict(self) -> dict[str, Any]:
        members: dict[str, Any] = json.loads(self._json)
        return members


Row = TypeVar("Row", "MetricReport", "CorrelationRow", "SystemLevelRow")


def _first(rows: Iterable[Row], metric: str) -> Row:
    known: list[str] = []
    for row in rows:
        if row.metric == metric:
            return row
        known += [row.metric] if row.metric not in known else []
    raise AssayError(f"no scores of `{metric}`; there are {', '.join(known)}")


def _shown_metric(metric: str, missing: str, fill: float | None) -> str:
    if missing == "dropped":
        return f"{metric} (scored only)"
    return f"{metric} (missing as {fill:.4g})" if missing == "filled" else metric


def _columns(name: str, estimate: Estimate) -> dict[str, float | None]:
    return {name: estimate.value, f"{name}.low": estimate.low, f"{name}.high": estimate.high}


def frame_of(rows: list[dict[str, Any]], columns: list[str] | None = None) -> pandas.DataFrame:
    import pandas

    return pandas.DataFrame(rows, columns=columns)


# --- classify ---


@dataclass(frozen=True)
class Curve:
    """The counts when what scores more than each threshold is called grounded."""

    thresholds: list[float]
    true_positive: list[int]
    false_positive: list[int]
    true_negative: list[int]
    false_negative: list[int]

    def to_dataframe(self) -> pandas.DataFrame:
        """One row a threshold."""
        import pandas

        return pandas.DataFrame({
            "threshold": self.thresholds, "true_positive": self.true_positive,
            "false_positive": self.false_positive, "true_negative": self.true_negative,
            "false_negative": self.false_negative})


@dataclass(frozen=True)
class ReliabilityBin:
    """Scores from `low` to `high`: their mean, and the share of grounded items."""

    low: float
    high: float
    n: int
    mean_score: float | None
    grounded: float | None


@dataclass(frozen=True)
class ChosenThreshold:
    """The best threshold of all items, and what thresholds of other folds are worth."""

    threshold: float
    fold_thresholds: list[float]
    held_out: dict[str, Estimate]


@dataclass(frozen=True)
class MetricReport:
    """How well one metric's scores tell grounded from ungrounded."""

    metric: str
    dataset: str | None  # None: over all data sets
    missing: str  # none, dropped, filled: what was done with items without a score
    fill: float | None
    n: int
    n_grounded: int
    n_missing: int
    threshold: float
    true_positive: int
    false_positive: int
    true_negative: int
    false_negative: int
    measures: dict[str, Estimate]  # accuracy, balanced_accuracy, roc_auc, ...
    chosen: ChosenThreshold | None
    reliability: list[ReliabilityBin]
    curve: Curve | None  # with curves=True

    @classmethod
    def _of(cls, members: dict[str, Any]) -> MetricReport:
        chosen, curve = members["chosen"], members.get("curve")
        return cls(**members | {
            "measures": estimates(members["measures"]),
            "chosen": chosen and ChosenThreshold(
                **chosen | {"held_out": estimates(chosen["held_out"])}),
            "reliability": [ReliabilityBin(**reliability) for reliability in members["reliability"]],
            "curve": curve and Curve(**curve)})

    def __getitem__(self, measure: str) -> Estimate:
        if measure not in self.measures:
            raise AssayError(f"no measure `{measure}`; there are {', '.join(self.measures)}")
        return self.measures[measure]


@dataclass(frozen=True)
class Difference:
    """Of the first metric minus the second."""

    measure: str
    value: float | None
    low: float | None
    high: float | None
    p: float | None


@dataclass(frozen=True)
class Comparison:
    """Two metrics over the items that both have scores for."""

    first: str
    second: str
    n: int
    differences: dict[str, Difference]
    only_first_right: int
    only_second_right: int
    mcnemar_p: float
    mcnemar_p_corrected: float
    delong_p: float | None
    delong_p_corrected: float | None

    @classmethod
    def _of(cls, members: dict[str, Any]) -> Comparison:
        return cls(**members | {"differences": {
            difference["measure"]: Difference(**difference) for difference in members["differences"]}})


@dataclass(frozen=True, repr=False)
class ClassifyReport(Report):
    """What `assay.evaluate.classify` says: `report["q2"]["roc_auc"].value`."""

    n_items: int
    n_unlabelled: int
    bootstrap: Bootstrap
    folds: int
    criterion: str
    metrics: list[MetricReport]
    comparisons: list[Comparison]

    @classmethod
    def _of(cls, text: str) -> ClassifyReport:
        read = json.loads(text)
        return cls(text, read["n_items"], read["n_unlabelled"], Bootstrap(**read["bootstrap"]),
                   read["folds"], read["criterion"], [MetricReport._of(m) for m in read["metrics"]],
                   [Comparison._of(comparison) for comparison in read["comparisons"]])

    def __getitem__(self, metric: str) -> MetricReport:
        """The first report of the metric: over all items that have a score."""
        return _first(self.metrics, metric)

    def to_dataframe(self) -> pandas.DataFrame:
        """One row a metric and data set: counts, and each measure with its interval (`roc_auc`, `.low`, `.high`)."""
        rows = []
        for metric in self.metrics:
            names = ("metric", "dataset", "missing", "fill", "n", "n_grounded", "n_missing", "threshold",
                     "true_positive", "false_positive", "true_negative", "false_negative")
            row: dict[str, Any] = {name: getattr(metric, name) for name in names}
            for name, estimate in metric.measures.items():
                row |= _columns(name, estimate)
            row["best_threshold"] = metric.chosen.threshold if metric.chosen else None
            for name, estimate in (metric.chosen.held_out if metric.chosen else {}).items():
                row |= _columns(f"held_out.{name}", estimate)
            rows.append(row)
        return frame_of(rows)

    def comparisons_to_dataframe(self) -> pandas.DataFrame:
        """One row for two metrics and a measure."""
        tests = ("mcnemar_p", "mcnemar_p_corrected", "delong_p", "delong_p_corrected")
        rows = []
        for pair in self.comparisons:
            for difference in pair.differences.values():
                rows.append({"first": pair.first, "second": pair.second, "n": pair.n}
                            | vars(difference) | {test: getattr(pair, test) for test in tests})
        return frame_of(rows, ["first", "second", "n", "measure", "value", "low", "high", "p", *tests])

    def __repr__(self) -> str:
        shown = ("roc_auc", "accuracy", "balanced_accuracy", "macro_f1", "kappa")
        by_dataset = any(m.dataset is not None for m in self.metrics)
        rows = []
        for m in self.metrics:
            best = f"{m.chosen.threshold:.4g}" if m.chosen else "-"
            rows.append([_shown_metric(m.metric, m.missing, m.fill),
                         *([m.dataset or "all"] if by_dataset else []), str(m.n), str(m.n_grounded),
                         f"{m.threshold:.4g}", *(str(m.measures[name]) for name in shown), best])
        text = f"classify: {self.n_items} items, {self.n_unlabelled} without a label; {self.bootstrap}\n"
        text += text_table(["metric", *(["data set"] if by_dataset else []), "n", "grounded", "threshold",
                            *shown, "best threshold"], rows)
        if not self.comparisons:
            return text
        rows = []
        for pair in self.comparisons:
            by_auc, by_accuracy = pair.differences["roc_auc"], pair.differences["accuracy"]
            rows.append([f"{pair.first} - {pair.second}", str(pair.n),
                         str(Estimate(by_auc.value, by_auc.low, by_auc.high)),
                         p_value(pair.delong_p_corrected),
                         str(Estimate(by_accuracy.value, by_accuracy.low, by_accuracy.high)),
                         p_value(pair.mcnemar_p_corrected)])
        return text + "\n\n" + text_table(
            ["difference", "n", "roc_auc", "DeLong p", "accuracy", "McNemar p"], rows)


# --- correlate ---


@dataclass(frozen=True)
class Correlation:
    kind: str  # spearman, pearson, kendall
    value: float | None
    low: float | None
    high: float | None
    p: float | None

    def __str__(self) -> str:
        return str(Estimate(self.value, self.low, self.high))


@dataclass(frozen=True)
class CorrelationRow:
    """One metric, by item or by system, over all items or those of one data set."""

    metric: str
    level: str  # item, system
    dataset: str | None
    missing: str
    fill: float | None
    n: int
    n_missing: int
    correlations: dict[str, Correlation]

    @classmethod
    def _of(cls, members: dict[str, Any]) -> CorrelationRow:
        return cls(**members | {"correlations": {
            correlation["kind"]: Correlation(**correlation)
            for correlation in members["correlations"]}})

    def __getitem__(self, kind: str) -> Correlation:
        if kind not in self.correlations:
            raise AssayError(f"no correlation `{kind}`; there are {', '.join(self.correlations)}")
        return self.correlations[kind]


@dataclass(frozen=True, repr=False)
class CorrelateReport(Report):
    """What `assay.evaluate.correlate` says: `report["q2"]["spearman"].value`."""

    n_items: int
    n_unrated: int
    bootstrap: Bootstrap
    rows: list[CorrelationRow]

    @classmethod
    def _of(cls, text: str) -> CorrelateReport:
        read = json.loads(text)
        return cls(text, read["n_items"], read["n_unrated"], Bootstrap(**read["bootstrap"]),
                   [CorrelationRow._of(row) for row in read["rows"]])

    def __getitem__(self, metric: str) -> CorrelationRow:
        """The first row of the metric: by item, over all that have a score."""
        return _first(self.rows, metric)

    def to_dataframe(self) -> pandas.DataFrame:
        """One row a metric, level and data set: `spearman`, `.low`, `.high`, `.p`, ..."""
        rows = []
        for row in self.rows:
            cells: dict[str, Any] = {name: getattr(row, name) for name in (
                "metric", "level", "dataset", "missing", "fill", "n", "n_missing")}
            for kind, found in row.correlations.items():
                cells |= _columns(kind, Estimate(found.value, found.low, found.high))
                cells[f"{kind}.p"] = found.p
            rows.append(cells)
        return frame_of(rows)

    def __repr__(self) -> str:
        rows = []
        for row in self.rows:
            cells = [_shown_metric(row.metric, row.missing, row.fill), row.level, row.dataset or "all",
                     str(row.n)]
            for correlation in row.correlations.values():
                cells += [str(correlation), p_value(correlation.p)]
            rows.append(cells)
        return (f"correlate: {self.n_items} items, {self.n_unrated} without a rating; {self.bootstrap}\n"
                + text_table(["metric", "level", "data set", "n", "spearman", "p", "pearson", "p",
                              "kendall", "p"], rows))


# --- agreement ---


@dataclass(frozen=True)
class RaterPair:
    first: str
    second: str
    n: int
    raw_agreement: float | None
    cohen_kappa: float | None
    jaccard: float | None
    categories: dict[str, float | None]  # the Jaccard index of each

    @classmethod
    def _of(cls, members: dict[str, Any]) -> RaterPair:
        return cls(**members | {"categories": {
            category["category"]: category["jaccard"] for category in members["categories"]}})


@dataclass(frozen=True, repr=False)
class AgreementReport(Report):
    """What `assay.evaluate.agreement` says: `report["krippendorff_alpha"].value`."""

    n_items: int
    n_raters: int
    n_ratings: int
    n_paired: int
    n_complete: int
    level: str
    weights: str
    bootstrap: Bootstrap
    measures: dict[str, Estimate]
    pairs: list[RaterPair]

    @classmethod
    def _of(cls, text: str) -> AgreementReport:
        read = json.loads(text)
        counts = {name: read[name] for name in (
            "n_items", "n_raters", "n_ratings", "n_paired", "n_complete", "level", "weights")}
        return cls(text, **counts, bootstrap=Bootstrap(**read["bootstrap"]),
                   measures=estimates(read["measures"]),
                   pairs=[RaterPair._of(pair) for pair in read["pairs"]])

    def __getitem__(self, measure: str) -> Estimate:
        if measure not in self.measures:
            raise AssayError(f"no measure `{measure}`; there are {', '.join(self.measures)}")
        return self.measures[measure]

    def to_dataframe(self) -> pandas.DataFrame:
        """One row for two raters."""
        names = ["first", "second", "n", "raw_agreement", "cohen_kappa", "jaccard"]
        return frame_of([{name: getattr(pair, name) for name in names} for pair in self.pairs], names)

    def __repr__(self) -> str:
        rows = [[name, str(estimate)] for name, estimate in self.measures.items()]
        text = (f"agreement ({self.level}): {self.n_ratings} ratings of {self.n_items} items by "
                f"{self.n_raters} raters; {self.n_paired} with two or more, {self.n_complete} with all; "
                f"{self.bootstrap}\n" + text_table(["measure", "value"], rows))
        pairs = [[f"{pair.first}, {pair.second}", str(pair.n), number(pair.raw_agreement),
                  number(pair.cohen_kappa), number(pair.jaccard)] for pair in self.pairs]
        return text + "\n\n" + text_table(
            ["raters", "n", "raw agreement", "Cohen's kappa", "Jaccard"], pairs)


# --- system-level ---


@dataclass(frozen=True)
class SimulatedSystem:
    share: float
    ungrounded: int
    mean_score: float


@dataclass(frozen=True)
class SystemLevelRow:
    metric: str
    missing: str
    fill: float | None
    n_contexts: int
    n_missing: int
    spearman: Estimate
    n_undefined: int
    systems: list[SimulatedSystem]

    @classmethod
    def _of(cls, members: dict[str, Any]) -> SystemLevelRow:
        return cls(**members | {"spearman": Estimate(**members["spearman"]),
                                "systems": [SimulatedSystem(**system) for system in members["systems"]]})


@dataclass(frozen=True, repr=False)
class SystemLevelReport(Report):
    """What `assay.evaluate.system_level` says: `report["q2"].spearman.value`."""

    n_contexts: int
    n_pairs: int
    drawn: int
    rounds: int
    seed: int
    confidence: float
    rows: list[SystemLevelRow]

    @classmethod
    def _of(cls, text: str) -> SystemLevelReport:
        read = json.loads(text)
        counts = {name: read[name] for name in (
            "n_contexts", "n_pairs", "drawn", "rounds", "seed", "confidence")}
        return cls(text, **counts, rows=[SystemLevelRow._of(row) for row in read["rows"]])

    def __getitem__(self, metric: str) -> SystemLevelRow:
        """The first row of the metric: over contexts whose responses both have a score."""
        return _first(self.rows, metric)

    def to_dataframe(self) -> pandas.DataFrame:
        """One row a metric: `spearman`, `.low`, `.high`, and `mean_score.SHARE` of each system."""
        rows = []
        for row in self.rows:
            cells: dict[str, Any] = {name: getattr(row, name) for name in (
                "metric", "missing", "fill", "n_contexts", "n_missing", "n_undefined")}
            cells |= _columns("spearman", row.spearman)
            cells |= {f"mean_score.{system.share:g}": system.mean_score for system in row.systems}
            rows.append(cells)
        return frame_of(rows)

    def __repr__(self) -> str:
        shares = [f"{system.share:g}" for system in self.rows[0].systems] if self.rows else []
        rows = [[_shown_metric(row.metric, row.missing, row.fill), str(row.n_contexts),
                 str(row.spearman), *(number(system.mean_score) for system in row.systems)]
                for row in self.rows]
        return (f"system_level: {self.n_pairs} of {self.n_contexts} contexts have one grounded and one "
                f"ungrounded response; {self.drawn} drawn in each of {self.rounds} rounds; mean scores "
                "by the share of ungrounded responses\n"
                + text_table(["metric", "contexts", "spearman", *shares], rows))
