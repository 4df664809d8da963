"""assay.evaluate and assay.calibrate say what the commands say, of whatever holds scores."""

import json
import math
import os
import signal
import subprocess
import threading
import time
from pathlib import Path

import numpy
import pandas
import pytest
from program import program

import assay

JUDGED = Path(os.environ["ASSAY_SOURCE_DIR"]) / "examples" / "judged.jsonl"
ROUNDS = 60
# Two metrics of one's own; the last item has no score of `b`, the one before it no label.
ROWS = [{"id": f"i{i}", "a": (i * 7 % 12) / 12, "b": None if i == 11 else (i * 5 % 12) / 12,
         "label": None if i == 10 else i % 3 % 2, "system": "xy"[i % 2], "context": f"c{i // 2}",
         "ann": i % 3, "bob": None if i == 4 else i % 2, "both": [i % 3, None if i == 4 else i % 2]}
        for i in range(12)]


def failure(*arguments):
    """What the program says is wrong, and what to do about it."""
    done = subprocess.run([os.environ["ASSAY_PROGRAM"], *map(str, arguments)], capture_output=True,
                          text=True)
    assert done.returncode == 2, done
    return done.stderr


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


# Keyword arguments, and the command line that asks for the same.
CLASSIFY = [
    ({}, []),
    ({"score": "overlap"}, ["-s", "overlap"]),
    ({"score": ["rouge.rouge1", "overlap"], "thresholds": {"overlap": 0.3}, "threshold": 0.25},
     ["-s", "rouge.rouge1,overlap", "--threshold", "overlap=0.3", "--threshold", "0.25"]),
    ({"positive": 1, "folds": 4, "bins": 3, "optimize": "kappa", "group": "dialogue", "curves": True},
     ["--positive", "1", "--folds", "4", "--bins", "3", "--optimize", "kappa", "--group", "dialogue",
      "--curves"]),
    ({"negative": ["0"], "seed": 7, "confidence": 0.8, "threads": 1, "folds": 0},
     ["--negative", "0", "--seed", "7", "--confidence", "0.8", "--threads", "1", "--folds", "0"]),
    ({"dataset": "system", "group": "context"}, ["--dataset", "system", "--group", "context"]),
    ({"label": "system", "positive": "careful", "ignore": "quick"},
     ["--label", "system", "--positive", "careful", "--ignore", "quick"]),
]


@pytest.mark.parametrize("options, arguments", CLASSIFY)
def test_classify_says_what_the_command_says(files, scored, options, arguments):
    told = program("evaluate", "classify", files / "scores.jsonl", *arguments, "--bootstrap", ROUNDS,
                   "--json")
    for source in (scored, files / "scores.jsonl", str(files / "scores.jsonl")):
        report = assay.evaluate.classify(source, bootstrap=ROUNDS, **options)
        assert report.to_json() == told
        assert report.to_dict() == json.loads(told)


def test_the_defaults_are_those_of_the_commands(files, scored):
    scores = files / "scores.jsonl"
    assert assay.evaluate.classify(scored).to_json() == program("evaluate", "classify", scores, "--json")
    assert assay.evaluate.correlate(scored).to_json() == program("evaluate", "correlate", scores,
                                                                 "--json")
    assert assay.evaluate.agreement(JUDGED, ratings="ratings").to_json() == program(
        "evaluate", "agreement", JUDGED, "--ratings", "ratings", "--json")
    assert assay.evaluate.system_level(scored).to_json() == program("evaluate", "system-level", scores,
                                                                    "--json")


@pytest.mark.parametrize("options, arguments", [
    ({"label": "ratings"}, ["--label", "ratings"]),
    ({"label": "ratings", "system": "system", "dataset": "dialogue", "group": "context"},
     ["--label", "ratings", "--system", "system", "--dataset", "dialogue", "--group", "context"]),
    ({"positive": [1], "score": "rouge"}, ["--positive", "1", "-s", "rouge"]),
])
def test_correlate_says_what_the_command_says(files, scored, options, arguments):
    told = program("evaluate", "correlate", files / "scores.jsonl", *arguments, "--bootstrap", ROUNDS,
                   "--json")
    assert assay.evaluate.correlate(scored, bootstrap=ROUNDS, **options).to_json() == told


@pytest.mark.parametrize("options, arguments", [
    ({"ratings": "both"}, ["--ratings", "both"]),
    ({"rater": ["ann", "bob"], "level": "ordinal", "weights": "quadratic"},
     ["--rater", "ann", "--rater", "bob", "--level", "ordinal", "--weights", "quadratic"]),
    ({"rater": "ann,bob", "level": "ratio"}, ["--rater", "ann", "--rater", "bob", "--level", "ratio"]),
])
def test_agreement_says_what_the_command_says(files, options, arguments):
    told = program("evaluate", "agreement", files / "rows.jsonl", *arguments, "--bootstrap", ROUNDS,
                   "--json")
    for table in (ROWS, pandas.DataFrame(ROWS), files / "rows.jsonl"):
        assert assay.evaluate.agreement(table, bootstrap=ROUNDS, **options).to_json() == told


def test_system_level_says_what_the_command_says(files, scored):
    told = program("evaluate", "system-level", files / "scores.jsonl", "--shares", "0.1,0.3,0.5",
                   "--drawn", 20, "--rounds", 50, "--seed", 3, "--confidence", 0.9, "--json")
    report = assay.evaluate.system_level(scored, shares=[0.1, 0.3, 0.5], drawn=20, rounds=50, seed=3,
                                         confidence=0.9)
    assert report.to_json() == told


@pytest.mark.parametrize("method", ["threshold", "platt", "isotonic"])
def test_calibrate_writes_the_files_of_the_command(tmp_path, files, scored, method):
    scores = files / "scores.jsonl"
    program("calibrate", "fit", scores, "-s", "overlap", "--method", method, "--folds", 4,
            "--bootstrap", ROUNDS, "-o", tmp_path / "fit.json")
    program("calibrate", "apply", tmp_path / "fit.json", scores, "-o", tmp_path / "applied.jsonl")
    fitted = assay.calibrate.fit(scored, score="overlap", method=method, folds=4, bootstrap=ROUNDS)
    fitted.save(tmp_path / "python.json")
    assert (tmp_path / "python.json").read_bytes() == (tmp_path / "fit.json").read_bytes()
    assert fitted.to_dict() == json.loads((tmp_path / "fit.json").read_text())
    for calibrator in (fitted, tmp_path / "fit.json", assay.calibrate.read(tmp_path / "fit.json")):
        said = assay.calibrate.apply(calibrator, scored)
        said.save(tmp_path / "python.jsonl")
        assert (tmp_path / "python.jsonl").read_bytes() == (tmp_path / "applied.jsonl").read_bytes()
    lines = (tmp_path / "applied.jsonl").read_text().splitlines()
    assert said.to_dicts() == [json.loads(line) for line in lines]


def test_a_fitted_threshold_cuts_other_scores(tmp_path, files, scored):
    fitted = assay.calibrate.fit(scored, score="rouge", method="threshold", folds=4, bootstrap=0)
    fitted.save(tmp_path / "rouge.json")
    told = program("evaluate", "classify", files / "scores.jsonl", "--calibrator",
                   tmp_path / "rouge.json", "--bootstrap", 0, "--json")
    for calibrator in (fitted, tmp_path / "rouge.json", [fitted]):
        report = assay.evaluate.classify(scored, calibrator=calibrator, bootstrap=0)
        assert report.to_json() == told
    assert report["rouge"].threshold == fitted.parameters["threshold"] != report["overlap"].threshold
    curve = assay.calibrate.fit(scored, score="rouge", folds=4, bootstrap=0)
    with pytest.raises(assay.AssayError, match="calibrator: holds a calibrator by platt"):
        assay.evaluate.classify(scored, calibrator=curve)


def test_warnings_of_the_program_are_pythons():
    rows = [{"a": i, "label": i % 2} for i in range(40)]
    with pytest.warns(UserWarning, match="scores of a lie outside 0 to 1") as warned:
        assay.evaluate.classify(rows, score="a", bootstrap=0)
    assert warned[0].filename == __file__


def test_what_a_calibrator_said_is_joined(tmp_path, files, scored):
    fitted = assay.calibrate.fit(scored, score="overlap", folds=4, bootstrap=0)
    said = assay.calibrate.apply(fitted, scored)
    said.save(tmp_path / "applied.jsonl")
    told = program("evaluate", "classify", files / "scores.jsonl", "--join",
                   f"c={tmp_path / 'applied.jsonl'}", "-s", "overlap,c:probability", "--bootstrap",
                   ROUNDS, "--json")
    report = assay.evaluate.classify(scored, score=["overlap", "c:probability"], join={"c": said},
                                     bootstrap=ROUNDS)
    assert report.to_json() == told
    assert report["c:probability"].n == 24


# --- tables ---


def test_columns_of_frames_and_dicts(files):
    told = program("evaluate", "classify", files / "rows.jsonl", "-s", "a,b", "--bad-scores",
                   "no-score", "--bootstrap", ROUNDS, "--json")
    frame = pandas.DataFrame(ROWS)
    assert frame["label"].dtype == float  # 1.0 and 0.0, since one label is missing
    for table in (ROWS, tuple(ROWS), iter(ROWS), frame, frame.convert_dtypes(),
                  frame.astype({"a": numpy.float32}).astype({"a": float})):
        report = assay.evaluate.classify(table, score=["a", "b"], bad_scores="no-score",
                                         bootstrap=ROUNDS)
        if table is ROWS:
            assert report.to_json() == told
        assert report.n_unlabelled == 1
        assert [(m.metric, m.missing, m.n_missing) for m in report.metrics] == [
            ("a", "none", 0), ("b", "dropped", 1), ("b", "filled", 1)]
        assert report["b"].n == 10
    assert assay.evaluate.classify(frame, score=["a", "b"], bad_scores="no-score",
                                   bootstrap=ROUNDS).to_json() == told


def test_a_missing_score_as_a_number_or_the_least(files):
    for missing in ("minimum", -1.5):
        told = program("evaluate", "classify", files / "rows.jsonl", "-s", "b", "--bad-scores",
                       "no-score", "--missing", missing, "--bootstrap", 0, "--json")
        report = assay.evaluate.classify(ROWS, score="b", bad_scores="no-score", missing=missing,
                                         bootstrap=0)
        assert report.to_json() == told


def test_labels_of_other_records(files, scored):
    labels = [{"id": row.id, "said": "yes" if row.label else "no"} for row in scored.of("overlap")]
    report = assay.evaluate.classify(scored, label="said", records=pandas.DataFrame(labels), bootstrap=0)
    assert report["overlap"].measures == assay.evaluate.classify(scored, bootstrap=0)["overlap"].measures


def test_several_tables_are_read_one_behind_the_other(files):
    halves = [ROWS[:6], pandas.DataFrame(ROWS[6:11])]
    together = assay.evaluate.classify(ROWS[:11], score="a", bootstrap=ROUNDS)
    assert assay.evaluate.classify(halves, score="a", bootstrap=ROUNDS).to_json() == together.to_json()
    paths = [files / "rows.jsonl", files / "rows.jsonl"]
    assert assay.evaluate.classify(paths, score="a", bootstrap=0).n_items == 24


def test_booleans_and_labels_of_numpy():
    rows = [{"a": numpy.float32(i / 8), "label": numpy.bool_(i > 3)} for i in range(8)]
    report = assay.evaluate.classify(rows, score="a", bootstrap=0)
    assert report["a"]["roc_auc"].value == 1
    assert assay.evaluate.classify(rows, score="a", positive=False, bootstrap=0)["a"].n_grounded == 4
    assert assay.evaluate.classify(rows, score="a", positive=numpy.True_, bootstrap=0).n_unlabelled == 0


def test_warnings_name_the_callers_tables(scored, tmp_path):
    scored.save(tmp_path / "cut.jsonl")
    lines = (tmp_path / "cut.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "cut.jsonl").write_text("".join(lines[:-1]))
    with pytest.warns(UserWarning, match="cut.jsonl") as warned:
        assay.evaluate.classify(tmp_path / "cut.jsonl", bootstrap=0)
    assert warned[0].filename == __file__


# --- reports ---


def test_reports_are_typed(scored):
    report = assay.evaluate.classify(scored, bootstrap=ROUNDS, curves=True, folds=4)
    overlap = report["overlap"]
    assert isinstance(report, assay.evaluate.ClassifyReport)
    assert isinstance(overlap, assay.evaluate.MetricReport)
    auc = overlap["roc_auc"]
    assert auc.low <= auc.value <= auc.high
    assert overlap.curve.thresholds == sorted(overlap.curve.thresholds)
    assert overlap.chosen.held_out["accuracy"].value <= 1
    assert sum(b.n for b in overlap.reliability) == overlap.n == 24
    (pair,) = report.comparisons
    assert (pair.first, pair.second) == ("overlap", "rouge")
    assert pair.differences["roc_auc"].value == pytest.approx(
        auc.value - report["rouge"]["roc_auc"].value)
    with pytest.raises(assay.AssayError, match="no scores of `q2`; there are overlap, rouge"):
        report["q2"]
    with pytest.raises(assay.AssayError, match="no measure `auc`; there are accuracy, "):
        overlap["auc"]
    with pytest.raises(AttributeError):
        overlap.n = 3  # results are not to be changed


def test_what_is_not_defined_is_none():
    rows = [{"a": 0.5, "label": 1}, {"a": 0.5, "label": 1}]
    report = assay.evaluate.classify(rows, score="a", bootstrap=0)
    assert report["a"]["roc_auc"].value is None
    assert report["a"].chosen is None
    assert math.isnan(report.to_dataframe()["roc_auc"].astype(float)[0])


def test_reports_as_frames(scored):
    report = assay.evaluate.classify(scored, bootstrap=ROUNDS, folds=4, curves=True)
    frame = report.to_dataframe().set_index("metric")
    assert list(frame.index) == ["overlap", "rouge"]
    assert frame.loc["rouge", "roc_auc.low"] == report["rouge"]["roc_auc"].low
    assert frame.loc["overlap", "held_out.kappa"] == report["overlap"].chosen.held_out["kappa"].value
    compared = report.comparisons_to_dataframe()
    assert list(compared["measure"]) == ["accuracy", "balanced_accuracy", "macro_f1", "roc_auc"]
    assert len(report["overlap"].curve.to_dataframe()) == len(report["overlap"].curve.thresholds)
    one = assay.evaluate.classify(scored, score="overlap", bootstrap=0)
    assert list(one.comparisons_to_dataframe().columns) == list(compared.columns)

    correlations = assay.evaluate.correlate(scored, label="ratings", system="system", bootstrap=ROUNDS)
    frame = correlations.to_dataframe()
    assert list(frame["level"]) == ["item", "system", "item", "system"]
    assert frame["spearman.p"][0] == correlations["overlap"]["spearman"].p

    pairs = assay.evaluate.agreement(JUDGED, ratings="ratings", bootstrap=0).to_dataframe()
    assert list(pairs["first"]) == ["1", "1", "2"]

    systems = assay.evaluate.system_level(scored, rounds=20, drawn=20)
    assert systems.to_dataframe()["mean_score.0.05"][0] == systems["overlap"].systems[0].mean_score

    fitted = assay.calibrate.fit(scored, score="overlap", folds=4, bootstrap=ROUNDS)
    frame = fitted.to_dataframe().set_index("measure")
    assert frame.loc["ece", "before"] == fitted.uncalibrated["ece"].value
    said = assay.calibrate.apply(fitted, scored).to_dataframe()
    assert list(said["grounded"]) == list(said["probability"] > 0.5)


def test_reports_print_as_tables(scored):
    shown = repr(assay.evaluate.classify(scored, bootstrap=ROUNDS, folds=4)).splitlines()
    assert shown[0] == "classify: 24 items, 0 without a label; 95 % intervals of 60 bootstrap rounds"
    assert shown[1].split() == ["metric", "n", "grounded", "threshold", "roc_auc", "accuracy",
                                "balanced_accuracy", "macro_f1", "kappa", "best", "threshold"]
    assert shown[2].startswith("overlap ")
    assert any(line.startswith("overlap - rouge ") for line in shown)
    assert "spearman" in repr(assay.evaluate.correlate(scored, bootstrap=0))
    assert "krippendorff_alpha" in repr(assay.evaluate.agreement(ROWS, rater="ann,bob", bootstrap=0))
    assert "12 of 12 contexts" in repr(assay.evaluate.system_level(scored, rounds=20))
    fitted = assay.calibrate.fit(scored, score="overlap", folds=4, bootstrap=0)
    assert repr(fitted).startswith("platt of overlap: fitted on 24 items, ")
    assert repr(assay.calibrate.apply(fitted, scored)).startswith(
        "<assay.calibrate.Calibrated: 24 items, ")


def test_filled_rows_say_so():
    shown = repr(assay.evaluate.classify(ROWS, score="b", bad_scores="no-score", bootstrap=0))
    assert "b (scored only)" in shown
    assert "b (missing as 0)" in shown


def test_a_calibrator_keeps_intervals_that_its_file_lacks(tmp_path, scored):
    fitted = assay.calibrate.fit(scored, score="overlap", folds=4, bootstrap=ROUNDS)
    assert fitted.held_out["accuracy"].low <= fitted.held_out["accuracy"].value
    fitted.save(tmp_path / "fit.json")
    again = assay.calibrate.read(tmp_path / "fit.json")
    assert again.held_out["accuracy"].value == fitted.held_out["accuracy"].value
    assert again.held_out["accuracy"].low is None


def test_items_of_a_calibrator(scored):
    fitted = assay.calibrate.fit(scored, score="overlap", folds=4, bootstrap=0)
    rows = [{"id": "high", "overlap": 0.99}, {"id": "none", "overlap": None}, {"id": "\u2028", "overlap": 0}]
    said = assay.calibrate.apply(fitted, rows, bad_scores="no-score")
    assert [item.id for item in said] == ["high", "none", "\u2028"]
    assert said[0].grounded and 0.5 < said[0].probability < 1
    assert (said[1].score, said[1].probability, said[1].grounded, said[1].no_score) == (
        None, None, None, "absent")
    assert len(said[1:]) == 2
    assert pandas.isna(said.to_dataframe()["score"][1])


# --- errors ---


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


# --- threads and Ctrl-C ---

LONG = [{"a": i * 7919 % 1009 / 1009, "label": i % 3 % 2} for i in range(3000)]
FOREVER = {"score": "a", "bootstrap": 1_000_000, "threads": 1}


@pytest.mark.parametrize("run", [
    lambda: assay.evaluate.classify(LONG, **FOREVER),
    lambda: assay.evaluate.correlate(LONG, **FOREVER),
    lambda: assay.evaluate.agreement(LONG, rater=["a", "label"], bootstrap=1_000_000),
    lambda: assay.evaluate.system_level(
        [row | {"context": i // 2, "label": i % 2} for i, row in enumerate(LONG)], score="a",
        drawn=1000, rounds=1_000_000),
    lambda: assay.calibrate.fit(LONG, **FOREVER),
], ids=["classify", "correlate", "agreement", "system_level", "fit"])
def test_ctrl_c_ends_the_work(run):
    timer = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        run()
    timer.join()


def test_other_threads_run_meanwhile():
    done, ticks = threading.Event(), 0

    def work():
        assay.evaluate.classify(LONG, score="a", bootstrap=300)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.001)
    thread.join()
    assert ticks > 5


def test_two_threads_get_their_own_reports():
    found = {}

    def work(seed):
        found[seed] = assay.evaluate.classify(ROWS, score="a", seed=seed, bootstrap=300).to_json()

    threads = [threading.Thread(target=work, args=(seed,)) for seed in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seed in (1, 2):
        assert found[seed] == assay.evaluate.classify(ROWS, score="a", seed=seed,
                                                      bootstrap=300).to_json()
