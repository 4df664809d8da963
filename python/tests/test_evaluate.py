"""assay.evaluate and assay.calibrate say what the commands say, of whatever holds scores."""

import json
import math

import numpy
import pandas
import pytest
from judged import JUDGED, ROWS
from program import program

import assay

ROUNDS = 60

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
