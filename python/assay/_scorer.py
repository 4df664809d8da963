"""Scoring from Python."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from assay import _engine
from assay._errors import AssayError, engine_errors
from assay._progress import Progress, shown_progress
from assay._records import is_path, write_lines
from assay._results import Results, read_results

StrPath = str | os.PathLike[str]


def metrics() -> list[dict[str, Any]]:
    """Every metric: name, summary, needs, and the range of each of its scores."""
    return _engine.list_metrics()


def _search_places(models: StrPath | None) -> list[str]:
    """Models lie in the caller's folder, else in those of ASSAY_MODELS, else beside this package."""
    if models is not None and not Path(models).is_dir():
        raise AssayError(f"models={os.fspath(models)}: no such folder", "not_found")
    places = [] if models is None else [os.fspath(models)]
    places += [place for place in os.environ.get("ASSAY_MODELS", "").split(":") if place]
    return [*places, os.fspath(Path(__file__).parent / "models")]


def _metric_names(metric: str | Sequence[str]) -> list[str]:
    names = metric.split(",") if isinstance(metric, str) else list(metric)
    return [name.strip() for name in names]


class Scorer:
    """Metrics with their models, which are loaded once and kept.

    `models` is a folder of model folders; `nli`, `qa`, `linguistics`, `embedder` name the folder of
    one, `wordnet` that of WordNet's files, `qg` who asks the questions of q2: "rules", a GGUF file or a
    trained folder, `qg_adapter` the LoRA adapter of a GGUF file, `ensemble` the file of
    `assay calibrate combine` for the metric of that name. `threads=0` means all cores. `cache` is a file that keeps what models answered; results are the same without it.
    Further options are those of the metrics, as on the command line: `threshold`, `compat`,
    `questions`, `max_questions`, `keep_personal`, `question_style`, `against`, `bleu_tokenizer`,
    `bleu_lower_case`, `bleu_smoothing`, `bleu_smooth_value`, `rouge_stem`, `meteor_parameters`,
    `bertscore_layer`, `bertscore_idf`, `bertscore_baseline`.

    May be used from several threads; one run works at a time. The interpreter's lock is released
    while the engine works, and Ctrl-C stops a run within a batch of a model.
    """

    def __init__(self, metric: str | Sequence[str] = "q2", *, models: StrPath | None = None,
                 nli: StrPath | None = None, qa: StrPath | None = None, qg: StrPath | None = None,
                 qg_adapter: StrPath | None = None,
                 linguistics: StrPath | None = None, embedder: StrPath | None = None,
                 wordnet: StrPath | None = None, ensemble: StrPath | None = None,
                 threads: int = 0, cache: StrPath | None = None, **options: Any):
        self._metrics = _metric_names(metric)
        self._options = options
        given = {"nli": nli, "qa": qa, "qg": qg, "qg_adapter": qg_adapter, "linguistics": linguistics,
                 "embedder": embedder, "wordnet": wordnet, "ensemble": ensemble}
        paths = {name: os.fspath(path) for name, path in given.items() if path is not None}
        with engine_errors():
            self._engine = _engine.Engine(
                paths=paths, search=_search_places(models), threads=threads,
                cache="" if cache is None else os.fspath(cache))

    def score(self, records: Any, *, output: StrPath | None = None,
              fields: Mapping[str, str] | None = None, format: str = "auto", quoting: str = "csv",
              window: int = 32, overwrite: bool = False, restart: bool = False,
              progress: bool | Progress | None = None) -> Results:
        """Scores records: dicts, a DataFrame, a Dataset, or the path of a file.

        `fields` reads a record's field from a column of another name:
        fields={"response": "model_answer"}. With `output` the results stay in that file, and a run
        that was stopped goes on with its next call, as on the command line (`overwrite`, `restart`);
        without, they are in memory alone. A record that cannot be scored has a result that says why.
        """
        with tempfile.TemporaryDirectory(prefix="assay-") as folder:
            place = Path(folder)
            source, read_as = self._source(records, place, format)
            results = place / "results.jsonl" if output is None else Path(output)
            called = {} if is_path(records) else {os.fspath(source): "records"}
            with engine_errors(called), shown_progress(progress) as line:
                self._engine.score_file(
                    input=os.fsencode(source), output=os.fsencode(results), metrics=self._metrics,
                    options=self._options, format=read_as, quoting=quoting,
                    fields=dict(fields or {}), window=window, overwrite=overwrite, restart=restart,
                    progress=line)
            return read_results(results)

    @staticmethod
    def _source(records: Any, place: Path, format: str) -> tuple[Path, str]:
        if is_path(records):
            return Path(records), format
        source = place / "records.jsonl"
        with source.open("wb") as file:
            write_lines(records, file)
        return source, "jsonl"


def score(records: Any, metric: str | Sequence[str] = "q2", *, output: StrPath | None = None,
          fields: Mapping[str, str] | None = None, format: str = "auto", quoting: str = "csv",
          window: int = 32, overwrite: bool = False, restart: bool = False,
          progress: bool | Progress | None = None, **scorer: Any) -> Results:
    """Scores records once: `Scorer(metric, **scorer).score(records, ...)`."""
    return Scorer(metric, **scorer).score(
        records, output=output, fields=fields, format=format, quoting=quoting, window=window,
        overwrite=overwrite, restart=restart, progress=progress)
