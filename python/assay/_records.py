"""Records as people have them, as the JSON lines that the engine reads."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from numbers import Real
from typing import Any, BinaryIO

from assay._errors import AssayError


def is_path(records: object) -> bool:
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
    try:
        return json.dumps(present, ensure_ascii=False, allow_nan=False, default=_plain).encode() + b"\n"
    except (TypeError, ValueError, RecursionError) as error:  # UnicodeEncodeError among them
        raise AssayError(f"record {number} cannot be written as JSON: {error}") from None


def _rows(records: Any) -> Iterable[Any]:
    """The rows of a DataFrame, or what iterating gives: lists, generators, datasets.Dataset."""
    if hasattr(records, "to_dict") and hasattr(records, "columns"):
        names = list(records.columns)
        if len(set(names)) != len(names):
            raise AssayError("the DataFrame has two columns of one name")
        return (dict(zip(names, row)) for row in records.itertuples(index=False, name=None))
    if isinstance(records, Mapping):
        raise AssayError("records is one dict: give a list of dicts, [record]")
    if not isinstance(records, Iterable):
        raise AssayError(f"records is a {type(records).__name__}: give dicts, a DataFrame, a Dataset "
                         "or a path")
    return records


def lines_of(records: Any) -> Iterator[bytes]:
    for number, record in enumerate(_rows(records)):
        yield _line(record, number)


def write_lines(records: Any, file: BinaryIO) -> None:
    for line in lines_of(records):
        file.write(line)
