"""assay.calibrate.combine says what the command says, and its ensembles are applied."""

import json

import pytest
from program import program

import assay

ARGUMENTS = ["-s", "overlap,rouge", "--against", "knowledge", "--folds", "4", "--bootstrap", "60"]
OPTIONS = {"score": ["overlap", "rouge"], "against": "knowledge", "folds": 4, "bootstrap": 60}


def test_combine_and_apply_write_the_files_of_the_commands(tmp_path, scored):
    scored.save(tmp_path / "scores.jsonl")
    told = program("calibrate", "combine", tmp_path / "scores.jsonl", *ARGUMENTS, "-o",
                   tmp_path / "fit.json", "--json")
    program("calibrate", "apply", tmp_path / "fit.json", tmp_path / "scores.jsonl", "-o",
            tmp_path / "applied.jsonl")
    found = assay.calibrate.combine(scored, **OPTIONS)
    assert found.to_json() == told
    found.save(tmp_path / "python.json")
    assert (tmp_path / "python.json").read_bytes() == (tmp_path / "fit.json").read_bytes()
    for ensemble in (found, tmp_path / "fit.json"):
        said = assay.calibrate.apply(ensemble, scored)
        said.save(tmp_path / "python.jsonl")
        assert (tmp_path / "python.jsonl").read_bytes() == (tmp_path / "applied.jsonl").read_bytes()
    assert said[0].metric == "ensemble" and 0 < said[0].probability < 1


def test_an_ensemble_knows_what_was_measured(scored):
    found = assay.calibrate.combine(scored, **OPTIONS)
    read = json.loads(found.to_json())
    assert [term["score"] for term in found.terms] == ["overlap", "rouge"]
    assert found.n == read["ensemble"]["n"] > found.n_grounded > 0
    assert found.roc_auc["ensemble"].low <= found.roc_auc["ensemble"].value <= found.roc_auc["ensemble"].high
    assert found.best in ("overlap", "rouge") and found.difference.value is not None
    assert list(found.to_dataframe()["judge"]) == list(found.roc_auc)
    assert f"fitted on {found.n} items" in repr(found) and "by 4-fold cross-validation" in repr(found)


def test_what_does_not_fit_is_said(tmp_path, scored):
    with pytest.raises(assay.AssayError, match="against"):
        assay.calibrate.combine(scored, score=["overlap", "rouge"], folds=4, bootstrap=0)
    (tmp_path / "bad.json").write_text('{"schema": "assay.ensemble/1"}')
    with pytest.raises(assay.AssayError, match="bad.json"):
        assay.calibrate.apply(tmp_path / "bad.json", scored)
    with pytest.raises(assay.AssayError, match="none.json"):
        assay.calibrate.apply(tmp_path / "none.json", scored)
    found = assay.calibrate.combine(scored, **OPTIONS)
    with pytest.raises(assay.AssayError, match="is of 2 scores"):
        assay.calibrate.apply(found, scored, score="overlap")
