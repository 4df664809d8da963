"""Progress of a run: a bar in a notebook or on a terminal, or a function of the caller."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[int, int, float], None]  # records done, failed, fraction of the input


def _in_notebook() -> bool:
    shell = sys.modules.get("IPython")
    return shell is not None and type(shell.get_ipython()).__name__ == "ZMQInteractiveShell"


@contextmanager
def _notebook_line() -> Iterator[Progress]:
    from IPython.display import display

    handle = display({"text/plain": "scoring ..."}, raw=True, display_id=True)
    yield lambda records, failed, fraction: handle.update(
        {"text/plain": _text(records, failed, fraction)}, raw=True)


@contextmanager
def _terminal_line() -> Iterator[Progress]:
    def show(records: int, failed: int, fraction: float) -> None:
        sys.stderr.write(f"\r\x1b[K{_text(records, failed, fraction)}")
        sys.stderr.flush()

    yield show
    sys.stderr.write("\r\x1b[K")
    sys.stderr.flush()


def _text(records: int, failed: int, fraction: float) -> str:
    text = f"{records} records, {100 * fraction:.0f} %"
    return text + (f", {failed} failed" if failed else "")


@contextmanager
def shown_progress(progress: bool | Progress | None) -> Iterator[Progress | None]:
    """None: a line where somebody can see it; True: always; False: never; or a function."""
    if callable(progress):
        yield progress
    elif progress is not False and _in_notebook():
        with _notebook_line() as line:
            yield line
    elif progress or (progress is None and sys.stderr.isatty()):
        with _terminal_line() as line:
            yield line
    else:
        yield None
