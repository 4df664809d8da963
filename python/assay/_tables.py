"""Scores, labels and records as people have them, as the files that the engine reads."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from assay._errors import engine_errors
from assay._records import cell_lines, is_path

Names = str | Sequence[str]
Words = Any  # a label such as "yes" or 1, or several of them


@runtime_checkable
class _Saved(Protocol):
    """What knows its own file: results of assay.score, and what a calibrator said."""

    def save(self, path: str | os.PathLike[str]) -> None: ...


def listed(values: Any) -> Any:
    """As the engine wants lists; what is none is left to it to refuse by name."""
    return list(values) if isinstance(values, Iterable) and not isinstance(values, str) else values


def names_of(names: Names | None) -> Any:
    """One name, names joined by commas, or a list of names."""
    if names is None:
        return []
    return [name.strip() for name in names.split(",")] if isinstance(names, str) else listed(names)


def _word(value: Any) -> str:
    if hasattr(value, "item"):  # a scalar of NumPy
        value = value.item()
    return str(value).lower() if isinstance(value, bool) else str(value)


def words_of(words: Words) -> list[str]:
    """Labels as texts."""
    if words is None:
        return []
    is_one = isinstance(words, (str, bytes)) or not isinstance(words, Iterable)
    return [_word(word) for word in ([words] if is_one else words)]


def given(**options: Any) -> dict[str, Any]:
    """Those that are not None: what is left out has the engine's default."""
    return {name: value for name, value in options.items() if value is not None}


class _Files:
    """Tables in memory, written into a folder; errors are to call them by the caller's names."""

    def __init__(self, folder: Path):
        self._folder = folder
        self.called: dict[str, str] = {}

    def path_of(self, table: Any, name: str) -> bytes:
        if is_path(table):
            return os.fsencode(table)
        path = self._folder / f"table-{len(self.called) + 1}.jsonl"
        self.called[os.fspath(path)] = name
        if isinstance(table, _Saved):
            table.save(path)
        else:
            with path.open("wb") as file:
                file.writelines(cell_lines(table, name))
        return os.fsencode(path)

    def paths_of(self, source: Any, name: str) -> list[bytes]:
        """A table, or a list of several; a list of dicts is one."""
        if not isinstance(source, (list, tuple)) or not source or isinstance(source[0], Mapping):
            return [self.path_of(source, name)]
        return [self.path_of(table, f"{name}[{i}]") for i, table in enumerate(source)]

    def joined(self, join: Any) -> list[bytes]:
        if join is None:
            return []
        if isinstance(join, Mapping):
            return [prefix.encode() + b"=" + self.path_of(table, f"join[{prefix!r}]")
                    for prefix, table in join.items()]
        return self.paths_of(join, "join")

    def named(self, text: str) -> str:
        for path, name in self.called.items():
            text = text.replace(path, name)
        return text


@dataclass
class Table:
    """Where scores and labels come from, with the engine's options by name."""

    source: Any
    join: Any = None
    records: Any = None
    calibrator: Any = None
    options: dict[str, Any] = field(default_factory=dict)

    def ask(self, command: Callable[..., tuple[Any, ...]], *arguments: Any) -> list[Any]:
        """What the engine says of the table; its warnings are warned of."""
        with tempfile.TemporaryDirectory(prefix="assay-") as folder:
            files = _Files(Path(folder))
            table = dict(self.options, inputs=files.paths_of(self.source, "scores"),
                         join=files.joined(self.join))
            if self.records is not None:
                table["records"] = files.path_of(self.records, "records")
            if self.calibrator is not None:
                table["calibrator"] = files.paths_of(self.calibrator, "calibrator")
            with engine_errors(files.called):
                *told, warned = command(table, *arguments)
        for text in warned:
            warnings.warn(files.named(text), stacklevel=3)
        return told


def score_table(source: Any, *, score: Names | None, join: Any, records: Any, id: str, format: str,
                quoting: str, bad_scores: str) -> Table:
    return Table(source, join, records, options={
        "score": names_of(score), "id": id, "format": format, "quoting": quoting,
        "bad_scores": bad_scores})


def label_options(label: str, positive: Words, negative: Words, ignore: Words) -> dict[str, Any]:
    return {"label": label, "positive": words_of(positive), "negative": words_of(negative),
            "ignore": words_of(ignore)}
