"""Reading the training sets and drawing from them, the same way every time."""

import argparse
import gzip
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

Row = dict


def read_rows(path: Path) -> Iterator[Row]:
    """Rows of JSON lines, plain or gzip; what cannot be read ends the program."""
    if not path.is_file():
        sys.exit(f"{path} is not there: docs/training.md says which sets it holds and where each is published")
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            try:
                yield json.loads(line)
            except json.JSONDecodeError as error:
                sys.exit(f"{path}:{number}: not JSON: {error}")


def by_source(rows: Iterable[Row]) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row["source"]].append(row)
    return groups


def generator(name: str) -> random.Random:
    """One generator for each purpose: a change of one part leaves the draws of the others alone."""
    return random.Random(f"assay {name}")


def draw(rows: list[Row], count: int, name: str) -> list[Row]:
    """`count` of `rows` without repetition; all of them where there are fewer."""
    return rows if len(rows) <= count else generator(name).sample(rows, count)


def write_rows(rows: list[Row], path: Path) -> None:
    """Shuffled, as JSON lines, compressed with no time in the header: same rows, same bytes."""
    rows = list(rows)
    generator("order").shuffle(rows)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")


def make_mix(description: str, mix: Callable[[Path, set[str]], list[Row]], unclear_licences: set[str],
             kind: Callable[[Row], str]) -> None:
    """The command line of a mix: `mix(data, sources to leave out)` is written, and its rows counted
    by source and `kind`."""
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--clear-licences-only", action="store_true",
                        help="leave out the sources whose licence is not stated or not clear")
    arguments = parser.parse_args()
    rows = mix(arguments.data, unclear_licences if arguments.clear_licences_only else set())
    write_rows(rows, arguments.out)
    counts = Counter((row["source"], kind(row)) for row in rows)
    for (source, name), count in sorted(counts.items()):
        print(f"{source}\t{name}\t{count}")
    print(f"all\t\t{len(rows)}")
