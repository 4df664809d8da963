"""assay.calibrate: a threshold, a calibrator or one score from several, fitted on labels, kept in a file,
applied to other scores.

    fitted = assay.calibrate.fit(dev_results, score="q2")
    fitted                                                  # held-out numbers, a table
    fitted.save("q2.calibrator.json")                       # the file of `assay calibrate fit`
    said = assay.calibrate.apply("q2.calibrator.json", test_results)
    said[0].probability, said[0].grounded
    assay.evaluate.classify(test_results, score=["q2", "c:probability"], join={"c": said})

    together = assay.calibrate.combine(dev_results, score=["q2", "overlap"])
    together.save("my.ensemble.json")                       # the file of `assay calibrate combine`
    assay.calibrate.apply(together, test_results)           # or assay.score(..., "ensemble", ensemble=...)

Scores and labels come as for `assay.evaluate`. What is reported is measured by cross-validation, every
item judged by a calibrator that was fitted without it; the one that is kept is fitted on all items.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from assay import _engine
from assay._errors import engine_errors
from assay._reports import Estimate, Report, estimates, frame_of
from assay._tables import Names, Words, given, label_options, score_table
from assay._text_table import number, p_value, text_table
from assay.evaluate import Criterion

if TYPE_CHECKING:
    import pandas

__all__ = ["Calibrated", "CalibratedItem", "Calibrator", "Ensemble", "apply", "combine", "fit", "read"]

StrPath = str | os.PathLike[str]


@dataclass(frozen=True, repr=False)
class Calibrator(Report):
    """What `fit` found. `to_json()` is the file of `assay calibrate fit`; it holds no intervals."""

    metric: str
    method: str  # threshold, platt, isotonic
    parameters: dict[str, Any]
    n: int
    n_grounded: int
    n_missing: int
    folds: int
    held_out: dict[str, Estimate]  # by cross-validation
    uncalibrated: dict[str, Estimate]  # ece and brier of the scores as they were

    @classmethod
    def _of(cls, text: str, intervals: str | None = None) -> Calibrator:
        read = json.loads(text)
        told = json.loads(intervals) if intervals else {
            part: {name: {"value": value, "low": None, "high": None}
                   for name, value in read[part].items()} for part in ("held_out", "uncalibrated")}
        counts = {name: read[name] for name in (
            "metric", "method", "parameters", "n", "n_grounded", "n_missing", "folds")}
        return cls(text, **counts, held_out=estimates(told["held_out"]),
                   uncalibrated=estimates(told["uncalibrated"]))

    def save(self, path: StrPath) -> None:
        """The same bytes as `assay calibrate fit` writes."""
        Path(path).write_text(self._json, encoding="utf-8")

    def to_dataframe(self) -> pandas.DataFrame:
        """One row a measure: its held-out value and interval, and the value of the scores before."""
        return frame_of([{"measure": name} | vars(estimate)
                         | {"before": self.uncalibrated[name].value if name in self.uncalibrated else None}
                         for name, estimate in self.held_out.items()])

    def __repr__(self) -> str:
        rows = [[name, str(estimate), str(self.uncalibrated.get(name, ""))]
                for name, estimate in self.held_out.items()]
        return (f"{self.method} of {self.metric}: fitted on {self.n} items, {self.n_grounded} of them "
                f"grounded; {self.n_missing} without a score left out; by {self.folds}-fold "
                "cross-validation\n" + text_table(["measure", "held out", "before"], rows))


@dataclass(frozen=True, repr=False)
class Ensemble(Report):
    """What `combine` found. `to_json()` is what `assay calibrate combine --json` prints."""

    _file: str
    intercept: float
    terms: list[dict[str, Any]]  # score, and its mean, scale and weight
    n: int
    n_grounded: int
    n_missing: int
    folds: int
    roc_auc: dict[str, Estimate]  # of every score, of their "mean", and of "ensemble" by cross-validation
    best: str  # the single score with the greatest area
    difference: Estimate  # area of "ensemble" less that of `best`
    delong_p: float | None

    @classmethod
    def _of(cls, text: str, file: str) -> Ensemble:
        read = json.loads(text)
        fitted = {name: read["ensemble"][name] for name in (
            "intercept", "terms", "n", "n_grounded", "n_missing", "folds")}
        return cls(text, file, **fitted, roc_auc=estimates(read["roc_auc"]), best=read["best"],
                   difference=Estimate(**read["difference"]), delong_p=read["delong_p"])

    def save(self, path: StrPath) -> None:
        """The same bytes as `assay calibrate combine` writes."""
        Path(path).write_text(self._file, encoding="utf-8")

    def to_dataframe(self) -> pandas.DataFrame:
        """One row a judge: its area under the ROC curve with its interval."""
        return frame_of([{"judge": name} | vars(area) for name, area in self.roc_auc.items()])

    def __repr__(self) -> str:
        terms = [[term["score"], number(term["mean"]), number(term["scale"]), number(term["weight"])]
                 for term in self.terms]
        areas = [[name, str(area)] for name, area in self.roc_auc.items()]
        return (f"intercept {number(self.intercept)}; fitted on {self.n} items, {self.n_grounded} of them "
                f"grounded; {self.n_missing} without all scores left out\n"
                + text_table(["score", "mean", "scale", "weight"], terms)
                + f"\nROC AUC, that of the ensemble by {self.folds}-fold cross-validation; less {self.best}: "
                + f"{self.difference}, DeLong p {p_value(self.delong_p)}\n"
                + text_table(["judge", "ROC AUC"], areas))


@dataclass(frozen=True)
class CalibratedItem:
    """What a calibrator or an ensemble says of one score. Where there is none, `no_score` says why."""

    id: str
    metric: str
    score: float | None
    probability: float | None  # None too where the method is "threshold"
    grounded: bool | None
    no_score: str | None = None


class Calibrated(Sequence[CalibratedItem]):
    """The items in their order; `save` writes the file of `assay calibrate apply`."""

    def __init__(self, lines: Sequence[str]):
        self._lines = lines

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, index: int) -> CalibratedItem: ...
    @overload
    def __getitem__(self, index: slice) -> list[CalibratedItem]: ...
    def __getitem__(self, index: int | slice) -> CalibratedItem | list[CalibratedItem]:
        if isinstance(index, slice):
            return [CalibratedItem(**json.loads(line)) for line in self._lines[index]]
        return CalibratedItem(**json.loads(self._lines[index]))

    def __iter__(self) -> Iterator[CalibratedItem]:
        return (CalibratedItem(**json.loads(line)) for line in self._lines)

    def __repr__(self) -> str:
        said = [item.grounded for item in self]
        return (f"<assay.calibrate.Calibrated: {len(self)} items, {said.count(True)} grounded, "
                f"{said.count(False)} not, {said.count(None)} without a score>")

    def to_dicts(self) -> list[dict[str, Any]]:
        """The lines that `assay calibrate apply` writes."""
        return [json.loads(line) for line in self._lines]

    def to_dataframe(self) -> pandas.DataFrame:
        """One row an item."""
        return frame_of([vars(item) for item in self],
                        ["id", "metric", "score", "probability", "grounded", "no_score"])

    def save(self, path: StrPath) -> None:
        """The same bytes as `assay calibrate apply` writes."""
        Path(path).write_text("".join(line + "\n" for line in self._lines), encoding="utf-8")


def fit(scores: Any, *, score: Names | None = None, label: str = "label", positive: Words = None,
        negative: Words = None, ignore: Words = None,
        method: Literal["threshold", "platt", "isotonic"] = "platt",
        optimize: Criterion = "balanced_accuracy", folds: int = 10, bins: int = 10,
        group: str | None = None, bootstrap: int = 1000, seed: int = 1, confidence: float = 0.95,
        threads: int = 0, join: Any = None, records: Any = None, id: str = "id", format: str = "auto",
        quoting: str = "csv", bad_scores: str = "error") -> Calibrator:
    """Fits a threshold or calibrator of one metric on labels.

    `method` is a cut ("threshold", the best by `optimize`), a logistic curve ("platt"), or any rising
    function ("isotonic", which wants many labels).
    """
    table = score_table(scores, score=score, join=join, records=records, id=id, format=format,
                        quoting=quoting, bad_scores=bad_scores)
    table.options |= label_options(label, positive, negative, ignore)
    text, intervals = table.ask(_engine.fit_calibrator, given(
        method=method, optimize=optimize, folds=folds, bins=bins, group=group, bootstrap=bootstrap,
        seed=seed, confidence=confidence, threads=threads))
    return Calibrator._of(text, intervals)


def combine(scores: Any, *, score: Names | None = None, label: str = "label", positive: Words = None,
            negative: Words = None, ignore: Words = None,
            against: Literal["reference", "knowledge"] | None = None, folds: int = 10,
            group: str | None = None, bootstrap: int = 1000, seed: int = 1, confidence: float = 0.95,
            threads: int = 0, join: Any = None, records: Any = None, id: str = "id",
            format: str = "auto", quoting: str = "csv", bad_scores: str = "error") -> Ensemble:
    """Fits one score from several on labels: a logistic regression of the standardised scores.

    `against` must be said where scores are combined that compare with a reference or the knowledge.
    """
    table = score_table(scores, score=score, join=join, records=records, id=id, format=format,
                        quoting=quoting, bad_scores=bad_scores)
    table.options |= label_options(label, positive, negative, ignore)
    text, file = table.ask(_engine.combine, given(
        against=against, folds=folds, group=group, bootstrap=bootstrap, seed=seed,
        confidence=confidence, threads=threads))
    return Ensemble._of(text, file)


def read(path: StrPath) -> Calibrator:
    """A calibrator from its file."""
    with engine_errors():
        return Calibrator._of(_engine.read_calibrator(os.fsencode(path)))


def _file_of(fitted: Calibrator | Ensemble | StrPath) -> str:
    if isinstance(fitted, Calibrator):
        return fitted.to_json()
    if isinstance(fitted, Ensemble):
        return fitted._file
    with engine_errors():
        return _engine.read_fitted(os.fsencode(fitted))


def apply(calibrator: Calibrator | Ensemble | StrPath, scores: Any, *, score: Names | None = None,
          join: Any = None, records: Any = None, id: str = "id", format: str = "auto",
          quoting: str = "csv", bad_scores: str = "error") -> Calibrated:
    """Probabilities and verdicts of other scores, by default of those that it was fitted on."""
    table = score_table(scores, score=score, join=join, records=records, id=id, format=format,
                        quoting=quoting, bad_scores=bad_scores)
    (lines,) = table.ask(_engine.apply_fitted, _file_of(calibrator))
    return Calibrated(lines.split("\n")[:-1])
