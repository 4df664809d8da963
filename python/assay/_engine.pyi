from collections.abc import Callable
from typing import Any

__version__: str

class Error(RuntimeError): ...

class Engine:
    def __init__(self, *, paths: dict[str, str], search: list[str], threads: int, cache: str) -> None: ...
    def score_file(self, *, input: bytes, output: bytes, metrics: list[str], options: dict[str, Any],
                   format: str, quoting: str, fields: dict[str, str], window: int, overwrite: bool,
                   restart: bool, progress: Callable[[int, int, float], None] | None) -> None: ...

def list_metrics() -> list[dict[str, Any]]: ...
