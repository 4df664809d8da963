"""The Python module gives what the program gives."""

import json
import os
import signal
import subprocess
import threading
from pathlib import Path

import numpy
import pandas
import pytest
from program import program
from threads import assert_others_run_during

import assay

SOURCE = Path(os.environ["ASSAY_SOURCE_DIR"])
EXAMPLES = SOURCE / "examples" / "dialogues.jsonl"
RECORDS = [
    {"id": "ferry", "response": "The ferry takes forty minutes.",
     "knowledge": "The ferry from the harbour takes forty minutes.", "label": 1},
    {"id": "née", "response": "Zoë was born in Köln in 1931. 🎈", "knowledge": ["Zoë was born in 1931."]},
]


@pytest.fixture(scope="module")
def overlap():
    return assay.Scorer("overlap")


def test_a_file_gives_the_bytes_of_the_program(tmp_path):
    program("score", "-m", "q2,overlap", EXAMPLES, "-o", tmp_path / "program.jsonl")
    results = assay.score(EXAMPLES, ["q2", "overlap"], output=tmp_path / "python.jsonl")
    assert (tmp_path / "python.jsonl").read_bytes() == (tmp_path / "program.jsonl").read_bytes()
    assert results.metrics == ["q2", "overlap"]
    assert len(results) == 2 * results.summary["n_records"]


def test_dicts_give_the_bytes_of_the_program(tmp_path, overlap):
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in RECORDS)
    (tmp_path / "records.jsonl").write_text(lines, encoding="utf-8")
    program("score", "-m", "overlap", tmp_path / "records.jsonl", "-o", tmp_path / "program.jsonl")
    overlap.score(RECORDS).save(tmp_path / "python.jsonl")
    assert (tmp_path / "python.jsonl").read_bytes() == (tmp_path / "program.jsonl").read_bytes()


def test_options_and_the_paper_reach_the_metric(tmp_path):
    program("score", "-m", "q2", "--compat", "q2-paper", "--max-questions", "2", EXAMPLES, "-o",
            tmp_path / "program.jsonl")
    assay.score(EXAMPLES, "q2", compat="q2-paper", max_questions=2).save(tmp_path / "python.jsonl")
    assert (tmp_path / "python.jsonl").read_bytes() == (tmp_path / "program.jsonl").read_bytes()


def test_options_of_references_reach_them(tmp_path):
    options = {"against": "knowledge", "bleu_tokenizer": "intl", "bleu_smoothing": "add-k",
               "bleu_smooth_value": 0.5, "bleu_lower_case": True, "rouge_stem": True}
    program("score", "-m", "bleu,rouge", "--against", "knowledge", "--bleu-tokenizer", "intl",
            "--bleu-smoothing", "add-k", "--bleu-smooth-value", "0.5", "--bleu-lower-case",
            "--rouge-stem", EXAMPLES, "-o", tmp_path / "program.jsonl")
    assay.score(EXAMPLES, "bleu,rouge", **options).save(tmp_path / "python.jsonl")
    assert (tmp_path / "python.jsonl").read_bytes() == (tmp_path / "program.jsonl").read_bytes()


def test_lists_of_references_in_dicts_and_in_cells():
    records = [{"response": "The bridge is red", "reference": ["A tower", "The bridge is red"]},
               {"response": "Tea is hot", "reference": "Tea is hot"}]
    for given in (records, pandas.DataFrame(records)):
        results = assay.score(given, "bleu,rouge")
        assert all(result.score > 0.99 for result in results)
    frame = pandas.DataFrame({"response": ["a", "b"], "reference": [["a", "c"], None]})
    assert [result.status for result in assay.score(frame, "rouge")] == ["measured", "no_evidence"]


def test_an_ensemble_of_ones_own(tmp_path):
    weights = tmp_path / "weights.json"
    weights.write_text(json.dumps({
        "schema": "assay.ensemble/1", "intercept": 0.5, "against": "knowledge", "n": 0, "n_grounded": 0,
        "n_missing": 0, "folds": 2, "roc_auc": {}, "terms": [
            {"score": "overlap", "mean": 0.5, "scale": 0.25, "weight": 1},
            {"score": "bleu", "mean": 20, "scale": 10, "weight": -0.5}]}))
    program("score", "-m", "ensemble", "--ensemble", weights, EXAMPLES, "-o", tmp_path / "program.jsonl")
    results = assay.score(EXAMPLES, "ensemble", ensemble=weights)
    results.save(tmp_path / "python.jsonl")
    assert (tmp_path / "python.jsonl").read_bytes() == (tmp_path / "program.jsonl").read_bytes()
    assert 0 < results[0].score < 1


def test_results_are_typed(overlap):
    results = overlap.score(RECORDS)
    first = results[0]
    assert (first.id, first.metric, first.status, first.label) == ("ferry", "overlap", "measured", 1)
    assert 0 < first.score <= 1
    assert results[-1].id == "née"
    assert [result.id for result in results[0:2]] == ["ferry", "née"]
    assert results.mean() == pytest.approx(sum(result.score for result in results) / 2)
    assert results.of("overlap") == list(results)
    with pytest.raises(assay.AssayError, match="no results of `q2`"):
        results.of("q2")
    with pytest.raises(IndexError):
        results[2]


def test_units_hold_the_question_and_the_answers():
    result = assay.score(RECORDS, "q2")[0]
    unit = result.units[0]
    assert unit.kind == "question"
    assert unit.verdict in ("supported", "refuted", "not_enough_info")
    assert unit.detail["question"].endswith("?")
    assert RECORDS[0]["response"][unit.span["start"]:unit.span["end"]] == unit.text


def test_a_frame_gives_what_dicts_give(overlap):
    frame = pandas.DataFrame(RECORDS)  # the second record's label is NaN there
    assert [r.score for r in overlap.score(frame)] == [r.score for r in overlap.score(RECORDS)]
    assert overlap.score(frame)[1].label is None
    renamed = frame.rename(columns={"response": "answer"})
    scored = overlap.score(renamed, fields={"response": "answer"})
    assert scored.mean() == overlap.score(RECORDS).mean()


def test_what_stands_for_nothing_is_nothing(overlap):
    nothing = [None, float("nan"), numpy.float32("nan"), pandas.NA, pandas.NaT]
    results = overlap.score([RECORDS[0] | {"label": value, "n": value} for value in nothing])
    assert [(result.label, result.extra) for result in results] == [(None, {})] * len(nothing)
    assert len(overlap.score([RECORDS[0] | {"n": 10**400}])) == 1  # no float, and no nothing


def test_names_and_files_of_any_bytes(tmp_path, overlap):
    source = tmp_path / os.fsdecode(b"records-\xff.jsonl")
    source.write_text(json.dumps(RECORDS[0]), encoding="utf-8")
    assert len(overlap.score(source, output=tmp_path / os.fsdecode(b"results-\xff.jsonl"))) == 1
    baselines = tmp_path / "baselines.tsv"
    baselines.write_bytes(b"LAYER,P,R,F\n\xff\n")
    with pytest.raises(assay.AssayError, match="is no row of baselines"):
        assay.score(RECORDS, "bertscore", against="knowledge", bertscore_baseline=str(baselines))


def test_generators_and_numpy_values(overlap):
    rows = ({"response": "a ferry", "knowledge": numpy.array(["a ferry"]), "n": numpy.int64(3),
             "when": pandas.Timestamp("2020-01-02")} for _ in range(3))
    results = overlap.score(rows)
    assert len(results) == 3
    assert results[2].extra == {"n": 3, "when": "2020-01-02T00:00:00"}


def test_results_as_a_frame(overlap):
    frame = overlap.score([*RECORDS, {"knowledge": "no response"}]).to_pandas()
    assert list(frame["status"]) == ["measured", "measured", "failed"]
    assert pandas.isna(frame["score"][2])
    assert "response" in frame["error"][2]
    assert list(frame["label"][:1]) == [1]


def test_a_bad_record_fails_alone(overlap):
    results = overlap.score([RECORDS[0], {"response": 7, "knowledge": "x"}, RECORDS[1]])
    assert [result.status for result in results] == ["measured", "failed", "measured"]
    assert results[1].error["field"] == "response"
    assert results.summary["n_bad"] == 1


@pytest.mark.parametrize("records, text", [
    ({"response": "x"}, "a list of dicts"),
    (["x"], "record 0 is a str"),
    (7, "records is a int"),
    ([RECORDS[0], {"response": "x", "n": float("inf")}], "record 1 cannot be written as JSON"),
    ([{"response": "\ud800"}], "record 0 cannot be written as JSON"),
    ([{"response": "x", "n": object()}], "object is not a value that JSON has"),
    (pandas.DataFrame([["a", "b"]], columns=["response", "response"]), "two columns of one name"),
    ("no/such/file.jsonl", "no/such/file.jsonl"),
])
def test_records_that_cannot_be_used(overlap, records, text):
    with pytest.raises(assay.AssayError, match=text):
        overlap.score(records)


@pytest.mark.parametrize("arguments, text", [
    ({"metric": "q3"}, "q3"),
    ({"metric": "overlap", "threshhold": 1}, "threshhold.*threshold"),
    ({"metric": "overlap", "threshold": "high"}, "threshold='high' is of the wrong type"),
    ({"metric": "overlap", "compat": "q3"}, "compat=q3.*q2-paper"),
    ({"metric": "overlap", "models": "no/such/folder"}, "no such folder"),
    ({"metric": "nli", "nli": "no/such/folder"}, "no/such/folder"),
    ({"metric": "overlap", "threads": -1}, "threads"),
])
def test_options_that_cannot_be_used(arguments, text):
    with pytest.raises(assay.AssayError, match=text):
        assay.score(RECORDS, **arguments)


def test_errors_name_records_not_a_file_of_ours(overlap):
    with pytest.raises(assay.AssayError) as raised:
        overlap.score(RECORDS, fields={"response": "anser"})
    assert "assay-" not in str(raised.value)
    assert raised.value.code == "invalid_input"


def test_a_finished_output_is_not_replaced_unasked(tmp_path, overlap):
    output = tmp_path / "results.jsonl"
    overlap.score(RECORDS, output=output)
    with pytest.raises(assay.AssayError):
        overlap.score(RECORDS, output=output)
    assert len(overlap.score(RECORDS[:1], output=output, overwrite=True)) == 1
    assert len(assay.read_results(output)) == 1


def test_reading_what_is_no_result_file(tmp_path):
    (tmp_path / "cut.jsonl").write_text('{"schema":"assay.result/1","type":"result"}\n')
    for name in ("cut.jsonl", "absent.jsonl"):
        with pytest.raises(assay.AssayError, match=name):
            assay.read_results(tmp_path / name)


def test_progress_reaches_a_function(overlap):
    seen = []
    overlap.score(RECORDS * 5, window=4, progress=lambda *state: seen.append(state))
    assert [state[0] for state in seen][-1] == 10
    assert seen[-1][2] == 1


def test_what_a_progress_function_raises_comes_out(overlap):
    def stop(*_):
        raise ValueError("enough")
    with pytest.raises(ValueError, match="enough"):
        overlap.score(RECORDS * 5, window=1, progress=stop)
    assert len(overlap.score(RECORDS)) == 2  # and the scorer goes on


def test_ctrl_c_stops_a_run(overlap):
    many = (RECORDS[0] for _ in range(20000))
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    started = threading.Event()

    def begun(*_):
        if not started.is_set():
            started.set()
            timer.start()

    with pytest.raises(KeyboardInterrupt):
        overlap.score(many, window=1, progress=begun)
    assert len(overlap.score(RECORDS)) == 2


def test_other_threads_run_meanwhile(overlap):
    assert_others_run_during(lambda: overlap.score(RECORDS * 2000))


def test_two_threads_get_their_own_results(overlap):
    results = {}

    def run(name, records):
        results[name] = [result.id for result in overlap.score(records)]

    threads = [threading.Thread(target=run, args=(i, RECORDS[i:i + 1] * 50)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(results[0]) == {"ferry"}
    assert set(results[1]) == {"née"}


def test_metrics_and_version():
    known = {metric["name"]: metric for metric in assay.metrics()}
    assert known["q2"]["needs"]
    assert known["overlap"]["scores"]["overlap"] == (0, 1)
    version = subprocess.run([os.environ["ASSAY_PROGRAM"], "--version"], check=True,
                             capture_output=True, text=True).stdout
    assert assay.__version__ in version


def test_the_package_is_typed():
    folder = Path(assay.__file__).parent
    assert (folder / "py.typed").is_file()
    assert (folder / "_engine.pyi").is_file()
