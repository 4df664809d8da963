"""Reading what `assay score` writes."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path


def result_lines(path: str | Path) -> Iterator[dict]:
    """Results of a file in their order, without the lines about the run; a file that is not there ends the program."""
    if not Path(path).is_file():
        sys.exit(f"{path} is not there: name a file that `assay score -o` wrote")
    with open(path, encoding="utf-8") as file:
        for line in file:
            result = json.loads(line)
            if result["type"] == "result":
                yield result
