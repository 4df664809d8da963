"""Records as people have them, as the JSON lines that the engine reads."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from numbers import Real
from typing import Any, BinaryIO, TypeGuard

from assay._errors import AssayError


def is_path(records: object) -> TypeGuard[str | os.PathLike[str]]:
    return isinstance(records, (str, os.PathLike))


def _plain(value: Any) -> Any:
    """A value of NumPy, pandas or datetime as one that JSON has."""
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    for name in ("tolist", "item"):  # arrays, and scalars of arrays
        if hasattr(value, name):
            return getattr(value, name)()
    raise TypeError(f"{type(value).__name__} is not a value that JSON has")


def _is_missing(value: Any) -> bool:
    """None, and what stands for nothing in a column of a DataFrame: NaN, NaT, NA."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, Real) and value != value  # NaN, of NumPy too


def _line(record: Any, number: int) -> bytes:
    if not isinstance(record, Mapping):
        raise AssayError(f"record {number} is a {type(record).__name__}, not a dict: give dicts with "
                         "`response` and `knowledge`")
    present = {key: value for key, value in record.items() if not _is_missing(value)}
    return _json_line(present, f"record {number}")


def _json_line(row: dict[Any, Any], called: str) -> bytes:
    try:
        return json.dumps(row, ensure_ascii=False, allow_nan=False, default=_plain).encode() + b"\n"
    except (TypeError, ValueError, RecursionError) as error:  # UnicodeEncodeError among them
        raise AssayError(f"{called} cannot be written as JSON: {error}") from None


def _rows(records: Any, called: str = "records") -> Iterable[Any]:
    """The rows of a DataFrame, or what iterating gives: lists, generators, datasets.Dataset."""
    if hasattr(records, "to_dict") and hasattr(records, "columns"):
        names = list(records.columns)
        if len(set(names)) != len(names):
            raise AssayError("the DataFrame has two columns of one name")
        return (dict(zip(names, row)) for row in records.itertuples(index=False, name=None))
    if isinstance(records, Mapping):
        raise AssayError(f"{called} is one dict: give a list of dicts, [{{...}}]")
    if not isinstance(records, Iterable):
        raise AssayError(f"{called} is a {type(records).__name__}: give dicts, a DataFrame, a Dataset "
                         "or a path")
    return records


def _cell(value: Any) -> Any:
    """A value as a table holds it. What is missing is null; a whole number is one, also where a column
    of a DataFrame made 1.0 of it since others are missing; what is infinite is told by name."""
    for name in ("tolist", "item"):  # arrays, and scalars of arrays
        if hasattr(value, name):
            value = getattr(value, name)()
            break
    if isinstance(value, (list, tuple)):
        return [_cell(item) for item in value]
    if _is_missing(value):
        return None
    if isinstance(value, float):
        if math.isinf(value):
            return str(value)
        return int(value) if value.is_integer() and abs(value) < 2**53 else value
    return value


def cell_lines(rows: Any, called: str) -> Iterator[bytes]:
    """Rows of a table as JSON lines; every row keeps all of its columns."""
    for number, row in enumerate(_rows(rows, called)):
        if not isinstance(row, Mapping):
            raise AssayError(f"row {number} of {called} is a {type(row).__name__}, not a dict")
        cells = {key: _cell(value) for key, value in row.items()}
        yield _json_line(cells, f"row {number} of {called}")


def lines_of(records: Any) -> Iterator[bytes]:
    for number, record in enumerate(_rows(records)):
        yield _line(record, number)


def write_lines(records: Any, file: BinaryIO) -> None:
    for line in lines_of(records):
        file.write(line)
