"""What assay.evaluate and assay.calibrate refuse, and that they say it as the commands do."""

import json
import os
import subprocess

import pandas
import pytest
from judged import ROWS

import assay


def failure(*arguments):
    """What the program says is wrong, and what to do about it."""
    done = subprocess.run([os.environ["ASSAY_PROGRAM"], *map(str, arguments)], capture_output=True,
                          text=True)
    assert done.returncode == 2, done
    return done.stderr


@pytest.mark.parametrize("options, arguments", [
    ({"score": "c"}, ["-s", "c"]),
    ({"score": "a", "label": "human"}, ["-s", "a", "--label", "human"]),
    ({"score": "b"}, ["-s", "b"]),
    ({"score": ["a", "a"]}, ["-s", "a", "-s", "a"]),
    ({"score": "system"}, ["-s", "system"]),
    ({"score": "a", "label": "system"}, ["-s", "a", "--label", "system"]),
    ({"score": "a", "positive": "good"}, ["-s", "a", "--positive", "good"]),
    ({"score": "a", "group": "dialogue"}, ["-s", "a", "--group", "dialogue"]),
    ({"score": "a", "thresholds": {"b": 1}}, ["-s", "a", "--threshold", "b=1"]),
    ({"score": "a", "confidence": 2}, ["-s", "a", "--confidence", "2"]),
    ({"score": "a", "folds": 1}, ["-s", "a", "--folds", "1"]),
    ({}, []),
])
def test_errors_are_those_of_the_command(files, options, arguments):
    path = files / "rows.jsonl"
    printed = failure("evaluate", "classify", path, *arguments)
    for source in (path, ROWS):
        with pytest.raises(assay.AssayError) as raised:
            assay.evaluate.classify(source, **options)
        # The program prints the hint in a line of its own; here it stands in brackets.
        told = str(raised.value)
        message, _, hint = (f"{path}{told[6:]}" if told.startswith("scores:") else told).partition(" (")
        assert message in printed
        assert hint.removesuffix(")") in printed
        assert raised.value.code in ("invalid_input", "invalid_option")


def test_an_error_names_row_and_column():
    with pytest.raises(assay.AssayError, match=r"scores:12: field `b`: the score is empty"):
        assay.evaluate.classify(pandas.DataFrame(ROWS), score="b")
    with pytest.raises(assay.AssayError, match=r"records:2: field `human`: `perhaps` is no label|"
                                               r"scores:2: field `human`: `perhaps` is no label"):
        assay.evaluate.classify(ROWS[:2], score="a", label="human",
                                records=[{"id": "i0", "human": "yes"}, {"id": "i1", "human": "perhaps"}])
    with pytest.raises(assay.AssayError, match=r"scores\[1\]"):
        assay.evaluate.classify([ROWS, [{"c": 1}]], score="a")
    with pytest.raises(assay.AssayError, match=r"join\['x'\]"):
        assay.evaluate.classify(ROWS, score=["a", "x:a"], join={"x": ROWS[:3]})


@pytest.mark.parametrize("options, text", [
    ({"bins": 0}, "bins=0 must be a whole number from 1 to 1000"),
    ({"bins": 2.5}, "bins=2.5 must be a whole number"),
    ({"bootstrap": -1}, "bootstrap=-1 must be a whole number from 0 to 1000000"),
    ({"folds": True}, "folds=True must be a whole number"),
    ({"seed": "x"}, "seed='x' must be a whole number from 0"),
    ({"threshold": "high"}, "threshold='high' is of the wrong type"),
    ({"threshold": float("nan")}, "threshold=nan must be a number"),
    ({"thresholds": {"a": "x"}}, "thresholds={'a': 'x'} is of the wrong type"),
    ({"thresholds": {"a": float("inf")}}, "thresholds={'a': inf} must hold numbers"),
    ({"thresholds": 0.5}, "thresholds=0.5 is of the wrong type"),
    ({"missing": "most"}, "missing='most' is neither `minimum` nor a number"),
    ({"missing": 1e200}, "numbers are from -1e100 to 1e100"),
    ({"threads": 5000}, "threads=5000 must be a whole number from 0 to 1024"),
    ({"optimize": "f2"}, "optimize=f2 is not known .one of: balanced_accuracy, accuracy"),
    ({"bad_scores": "drop"}, "bad_scores=drop is not known .one of: error, no-score"),
    ({"format": "xls"}, "format=xls is not known"),
    ({"confidence": 1}, "--confidence 1 is no share"),
    ({"group": 3}, "group=3 is of the wrong type"),
])
def test_options_that_cannot_be_used(options, text):
    with pytest.raises(assay.AssayError, match=text) as raised:
        assay.evaluate.classify(ROWS, score="a", **options)
    assert raised.value.code == "invalid_option"


@pytest.mark.parametrize("table, text", [
    ({"a": 1}, "scores is one dict: give a list of dicts"),
    (7, "scores is a int"),
    (iter([7]), "row 0 of scores is a int, not a dict"),
    ([{"a": 1, "label": object()}], "row 0 of scores cannot be written as JSON"),
    ([{"a": float("inf"), "label": 1}], "scores:1: field `a`: `inf` is no score"),
    ([], "there are no items|no column"),
    (pandas.DataFrame([[1, 2]], columns=["a", "a"]), "two columns of one name"),
    ("no/such/file.csv", "no/such/file.csv"),
])
def test_tables_that_cannot_be_used(table, text):
    with pytest.raises(assay.AssayError, match=text):
        assay.evaluate.classify(table, score="a")


def test_names_of_any_bytes(tmp_path):
    path = tmp_path / os.fsdecode(b"rows-\xff.jsonl")
    path.write_text(json.dumps(ROWS[0]) + "\n" + json.dumps(ROWS[1]) + "\n")
    assert assay.evaluate.classify(path, score="a", join={"x": path}, bootstrap=0).n_items == 2
    with pytest.raises(assay.AssayError, match="no column is named `c`"):
        assay.evaluate.classify(path, score="c")


def test_errors_of_the_other_commands(tmp_path, scored):
    with pytest.raises(assay.AssayError, match="must be named in one of two ways"):
        assay.evaluate.agreement(ROWS)
    with pytest.raises(assay.AssayError, match="no column is named `carl`"):
        assay.evaluate.agreement(ROWS, rater=["ann", "carl"])
    with pytest.raises(assay.AssayError, match="level=best is not known"):
        assay.evaluate.agreement(ROWS, rater=["ann", "bob"], level="best")
    with pytest.raises(assay.AssayError, match="`x` is no rating"):
        assay.evaluate.correlate(ROWS, score="a", label="system")
    with pytest.raises(assay.AssayError, match="the share 0.1 is named twice"):
        assay.evaluate.system_level(scored, shares=[0.1, 0.1])
    with pytest.raises(assay.AssayError, match="drawn=0 must be a whole number from 1"):
        assay.evaluate.system_level(scored, drawn=0)
    with pytest.raises(assay.AssayError, match="shares=0.1 is of the wrong type"):
        assay.evaluate.system_level(scored, shares=0.1)
    with pytest.raises(assay.AssayError, match="score=7 is of the wrong type"):
        assay.evaluate.correlate(ROWS, score=7)
    with pytest.raises(assay.AssayError, match="a calibrator is of one metric, not of 2"):
        assay.calibrate.fit(scored)
    with pytest.raises(assay.AssayError, match="folds=1 must be a whole number from 2"):
        assay.calibrate.fit(scored, score="overlap", folds=1)
    fitted = assay.calibrate.fit(scored, score="overlap", folds=4, bootstrap=0)
    with pytest.raises(assay.AssayError, match="applied to one metric"):
        assay.calibrate.apply(fitted, scored, score="overlap,rouge")
    with pytest.raises(assay.AssayError, match="absent.json"):
        assay.calibrate.read(tmp_path / "absent.json")
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(assay.AssayError, match="other.json") as raised:
        assay.calibrate.apply(tmp_path / "other.json", scored)
    assert raised.value.code == "corrupt"
