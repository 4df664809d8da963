"""The judged responses scored, and the tables as files."""

import json

import pytest
from judged import JUDGED, ROWS

import assay


@pytest.fixture(scope="module")
def scored():
    return assay.score(JUDGED, ["overlap", "rouge"], against="knowledge", progress=False)


@pytest.fixture(scope="module")
def files(tmp_path_factory, scored):
    """The same tables as files: of the program, and of columns."""
    folder = tmp_path_factory.mktemp("tables")
    scored.save(folder / "scores.jsonl")
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return folder
