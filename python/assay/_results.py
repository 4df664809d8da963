"""Results: the lines of a result file (schema assay.result/1), read on demand."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from assay._errors import AssayError

if TYPE_CHECKING:
    import pandas

SCHEMA = "assay.result/1"


@dataclass(frozen=True)
class Unit:
    """A piece of a response that was judged: a question, fact, tuple or text."""

    kind: str
    text: str
    verdict: str  # supported, refuted, not_enough_info, not_verifiable
    score: float | None
    span: dict[str, int] | None  # in the response: start, end (code points), byte_start, byte_end
    evidence: list[dict[str, Any]]
    detail: dict[str, Any] = field(default_factory=dict)  # what the metric adds: question, answers, ...

    @classmethod
    def _of(cls, unit: dict[str, Any]) -> Unit:
        names = ("kind", "text", "verdict", "score", "span", "evidence")
        own: dict[str, Any] = {name: unit.get(name) for name in names}
        return cls(**own, detail={key: value for key, value in unit.items() if key not in own})


@dataclass(frozen=True)
class Result:
    """What one metric says about one record. `score` is None unless `status` is "measured"."""

    id: str
    metric: str
    status: str  # measured, no_claims, no_evidence, failed
    score: float | None
    scores: dict[str, float]
    units: list[Unit]
    discarded: list[dict[str, Any]]
    fallback: str | None
    counts: dict[str, int]
    truncated: bool
    error: dict[str, Any] | None
    label: Any
    extra: dict[str, Any]
    fingerprint: str

    @classmethod
    def _of(cls, line: dict[str, Any]) -> Result:
        return cls(
            id=line["id"], metric=line["metric"], status=line["status"], score=line["score"],
            scores=line["scores"], units=[Unit._of(unit) for unit in line["units"]],
            discarded=line["discarded"], fallback=line["fallback"], counts=line["counts"],
            truncated=line["truncated"], error=line.get("error"), label=line.get("label"),
            extra=line.get("extra") or {}, fingerprint=line["fingerprint"])


class Results(Sequence[Result]):
    """Results in the order of the records; of several metrics, each record's stand together."""

    def __init__(self, lines: Sequence[bytes], summary_line: bytes):
        self._lines = lines
        self._summary_line = summary_line
        self.summary: dict[str, Any] = json.loads(summary_line)

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, index: int) -> Result: ...
    @overload
    def __getitem__(self, index: slice) -> list[Result]: ...
    def __getitem__(self, index: int | slice) -> Result | list[Result]:
        if isinstance(index, slice):
            return [Result._of(json.loads(line)) for line in self._lines[index]]
        return Result._of(json.loads(self._lines[index]))

    def __iter__(self) -> Iterator[Result]:
        return (Result._of(json.loads(line)) for line in self._lines)

    def __repr__(self) -> str:
        means = ", ".join(f"{m['metric']} {_shown(m['mean'])} ({m['n_measured']}/{m['n_total']} measured)"
                          for m in self.summary["metrics"])
        return f"<assay.Results: {means}>"

    @property
    def metrics(self) -> list[str]:
        return [metric["metric"] for metric in self.summary["metrics"]]

    def of(self, metric: str) -> list[Result]:
        """The results of one metric, one a record."""
        if metric not in self.metrics:
            raise AssayError(f"no results of `{metric}`; there are {', '.join(self.metrics)}")
        return [result for result in self if result.metric == metric]

    def mean(self, metric: str | None = None) -> float | None:
        """Over the measured records of a metric (the first one); None when there are none."""
        for summary in self.summary["metrics"]:
            if metric in (None, summary["metric"]):
                mean: float | None = summary["mean"]
                return mean
        raise AssayError(f"no results of `{metric}`; there are {', '.join(self.metrics)}")

    def to_pandas(self) -> pandas.DataFrame:
        """One row a record and metric: id, metric, status, score, each of scores{}, label, error."""
        import pandas

        rows = []
        for line in map(json.loads, self._lines):
            row = {name: line.get(name) for name in ("id", "metric", "status", "score")}
            row |= {f"scores.{name}": value for name, value in line["scores"].items()}
            row |= {"label": line.get("label"), "fallback": line["fallback"],
                    "units": len(line["units"]), "error": _told(line.get("error"))}
            rows.append(row)
        return pandas.DataFrame(rows)

    to_dataframe = to_pandas

    def save(self, path: str | os.PathLike[str]) -> None:
        """The result file, the same bytes as the program writes."""
        Path(path).write_bytes(b"".join(line + b"\n" for line in [*self._lines, self._summary_line]))


def _told(error: dict[str, Any] | None) -> str | None:
    if error is None:
        return None
    place = f"field `{error['field']}`: " if error.get("field") else ""
    return f"{place}{error['message']}"


def _shown(mean: float | None) -> str:
    return "-" if mean is None else f"{mean:.3f}"


def read_results(path: str | os.PathLike[str]) -> Results:
    """The results that the program, or `score(..., output=path)`, wrote."""
    try:
        lines = Path(path).read_bytes().split(b"\n")
    except OSError as error:
        raise AssayError(f"{path}: {error.strerror}", "io") from None
    if lines and lines[-1] == b"":
        lines.pop()
    try:
        summary = json.loads(lines[-1]) if lines else {}
    except ValueError:
        summary = {}
    if not isinstance(summary, dict) or summary.get("schema") != SCHEMA or summary.get("type") != "summary":
        raise AssayError(f"{path}: no finished result file of assay: its last line is no summary "
                         f"of {SCHEMA}", "corrupt")
    return Results(lines[:-1], lines[-1])
