"""What goes wrong, as an exception."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from assay import _engine


class AssayError(RuntimeError):
    """Input, options or files that cannot be used; the text says what to do.

    `code` is one of the engine's: invalid_input, invalid_option, not_found, io, corrupt,
    unsupported, conflict, interrupted, internal.
    """

    def __init__(self, text: str, code: str = "invalid_input"):
        super().__init__(text)
        self.code = code


@contextmanager
def engine_errors(called: Mapping[str, str] = {}) -> Iterator[None]:
    """The engine's errors as AssayError, with files by the names that the caller knows."""
    try:
        yield
    except _engine.Error as error:
        code, text = error.args
        for path, name in called.items():
            text = text.replace(path, name)
        raise AssayError(text, code) from None
