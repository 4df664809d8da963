"""The rows of docs/bad_input.md on `assay evaluate` and `assay calibrate`."""

import json
import unittest

from bad_input_rows import RowTest
from harness import record

GOOD_TABLE = "id,s,label\na,0.9,1\nb,0.2,0\nc,0.7,1\nd,0.4,0\n"


class BadEvaluation(RowTest):
    def check_evaluate(self, command, content, *arguments, name="in.csv", file=None):
        self.write(name, content)
        self.check(self.assay("evaluate", command, file or name, "--bootstrap", "50", *arguments))

    def classify(self, content, *arguments, **options):
        self.check_evaluate("classify", content, "-s", "s", *arguments, **options)

    def results_of(self, *labels):
        self.write_records("in.jsonl", [record(i, label=label) for i, label in enumerate(labels)])
        self.assay("score", "-m", "overlap", "in.jsonl", "-o", "scores.jsonl")

    # Scores

    def test_evaluate_missing_file(self):
        self.classify(GOOD_TABLE, file="nowhere.csv")

    def test_evaluate_no_score_named(self):
        self.check_evaluate("classify", GOOD_TABLE)

    def test_evaluate_open_quote(self):
        self.check_evaluate("classify", GOOD_TABLE, "-s", '"s,label')

    def test_evaluate_unknown_dataset(self):
        self.classify(GOOD_TABLE, "--dataset", "set")

    def test_evaluate_unknown_column(self):
        self.check_evaluate("classify", GOOD_TABLE, "-s", "t")

    def test_evaluate_unknown_metric(self):
        self.results_of(1, 0)
        self.check(self.assay("evaluate", "classify", "scores.jsonl", "-s", "nli"))

    def test_evaluate_text_as_score(self):
        self.classify("s,label\nhigh,1\n")

    def test_evaluate_nan(self):
        self.classify("s,label\n1,1\nNaN,0\n")

    def test_evaluate_huge_score(self):
        self.classify("s,label\n1,1\n1e300,0\n")

    def test_evaluate_input_twice(self):
        self.classify(GOOD_TABLE, "--join", "-", file="-")
        self.classify(GOOD_TABLE, "--records", "-", file="-")

    def test_evaluate_empty_score(self):
        self.classify("s,label\n1,1\n,0\n")

    def test_evaluate_nan_as_no_score(self):
        self.classify("s,label\n1,1\nNaN,0\n,0\n0,0\n", "--bad-scores", "no-score")

    def test_evaluate_nan_in_json_lines(self):
        self.classify('{"s": NaN, "label": 1}\n', name="in.jsonl")

    def test_evaluate_ragged(self):
        self.classify("s,label\n1\n")

    def test_evaluate_score_twice(self):
        self.classify(GOOD_TABLE, "-s", "s")

    def test_evaluate_empty_file(self):
        self.classify("")

    def test_evaluate_one_row(self):
        self.classify("s,label\n0.5,1\n")

    # Labels

    def test_evaluate_no_label_column(self):
        self.classify("s\n1\n")

    def test_evaluate_no_labels(self):
        self.classify("s,label\n1,\n0,\n")

    def test_evaluate_unknown_label(self):
        self.classify("s,label\n1,perhaps\n")

    def test_evaluate_misspelt_positive(self):
        self.classify("s,label\n1,good\n0,bad\n", "--positive", "goood")

    def test_evaluate_one_class(self):
        self.classify("s,label\n1,1\n0,1\n")

    def test_evaluate_constant_scores(self):
        self.classify("s,label\n1,1\n1,0\n1,0\n")

    def test_evaluate_records_differ(self):
        self.results_of(1, 0)
        self.write("others.csv", "id,response,label\nx,a,1\n")
        self.check(self.assay("evaluate", "classify", "scores.jsonl", "--records", "others.csv"))

    def test_evaluate_lengths_differ(self):
        self.write("other.csv", "t\n1\n")
        self.classify("s,label\n1,1\n0,0\n", "-s", "t", "--join", "other.csv")

    # Options

    def test_evaluate_threshold_of_nothing(self):
        self.classify(GOOD_TABLE, "--threshold", "t=0.5")

    def test_evaluate_other_calibrator(self):
        self.fit("s,label\n" + "1,1\n0,0\n" * 20, "-s", "s")
        self.check(self.assay("evaluate", "classify", "in.csv", "-s", "s", "--calibrator",
                              "c.json"))

    def test_evaluate_blind_threshold(self):
        self.classify("s,label\n30,1\n20,0\n", "--folds", "0")

    def test_evaluate_few_for_folds(self):
        self.classify(GOOD_TABLE)

    def test_evaluate_bad_threshold(self):
        self.classify(GOOD_TABLE, "--threshold", "half")

    def test_evaluate_bad_confidence(self):
        self.classify(GOOD_TABLE, "--confidence", "95")

    def test_evaluate_bad_missing(self):
        self.classify(GOOD_TABLE, "--missing", "zero")

    # Other commands

    def test_correlate_text_as_rating(self):
        self.check_evaluate("correlate", "s,label\n1,good\n", "-s", "s")

    def test_correlate_constant(self):
        self.check_evaluate("correlate", "s,label\n1,2\n1,3\n1,4\n", "-s", "s")

    def test_correlate_two_rows(self):
        self.check_evaluate("correlate", "s,label\n1,2\n2,3\n", "-s", "s")

    def test_agreement_one_rater(self):
        self.check_evaluate("agreement", "a,b\n1,2\n", "--rater", "a")

    def test_agreement_no_raters(self):
        self.check_evaluate("agreement", "a,b\n1,2\n")

    def test_agreement_text_at_interval(self):
        self.check_evaluate("agreement", "a,b\n1,high\n", "--rater", "a", "--rater", "b",
                            "--level", "interval")

    def test_agreement_no_list(self):
        self.check_evaluate("agreement", "a\n1\n", "--ratings", "a")

    def test_agreement_one_value(self):
        self.check_evaluate("agreement", "a,b\n1,1\n1,1\n", "--rater", "a", "--rater", "b")

    def check_system_level(self, content, *arguments):
        self.write("in.csv", content)
        self.check(self.assay("evaluate", "system-level", "in.csv", "-s", "s", *arguments))

    def test_system_level_no_pairs(self):
        self.check_system_level("s,label,context\n1,1,a\n0,1,a\n")

    def test_system_level_bad_share(self):
        self.check_system_level("s,label,context\n1,1,a\n0,0,a\n", "--shares", "0.1,5")

    # Calibrating

    def fit(self, content, *arguments):
        self.write("in.csv", content)
        return self.assay("calibrate", "fit", "in.csv", "-o", "c.json", "--bootstrap", "0",
                          *arguments)

    def test_calibrate_one_class(self):
        self.check(self.fit("s,label\n" + "1,1\n" * 20, "-s", "s"))

    def test_calibrate_too_few(self):
        self.check(self.fit("s,label\n1,1\n0,0\n", "-s", "s"))

    def test_calibrate_two_metrics(self):
        self.check(self.fit("s,t,label\n1,1,1\n0,0,0\n", "-s", "s,t"))

    def test_calibrate_output_exists(self):
        self.write("c.json", "")
        self.check(self.fit("s,label\n" + "1,1\n0,0\n" * 20, "-s", "s"))

    def test_calibrate_onto_input(self):
        table = "q2,label\n" + "1,1\n0,0\n" * 20
        self.fit(table, "-s", "q2")
        calibrator = (self.folder / "c.json").read_text()
        self.check(self.assay("calibrate", "fit", "in.csv", "-s", "q2", "-o", "in.csv",
                              "--overwrite"))
        self.check(self.assay("calibrate", "apply", "c.json", "in.csv", "-o", "c.json",
                              "--overwrite"))
        self.check(self.assay("calibrate", "apply", "c.json", "in.csv", "-o", "in.csv",
                              "--overwrite"))
        self.assertEqual((self.folder / "in.csv").read_text(), table)
        self.assertEqual((self.folder / "c.json").read_text(), calibrator)

    def test_calibrate_no_calibrator(self):
        self.results_of(1, 0)
        self.write("one.json", (self.folder / "scores.jsonl").read_text().splitlines()[0])
        self.check(self.assay("calibrate", "apply", "one.json", "scores.jsonl", "-o", "out"))

    def test_calibrate_other_metric(self):
        self.fit("q2,label\n" + "1,1\n0,0\n" * 20, "-s", "q2")
        self.results_of(1, 0)
        self.check(self.assay("calibrate", "apply", "c.json", "scores.jsonl", "-o", "out"))

    def gate(self, *scores, least="75%"):
        self.fit("q2,label\n" + "1,1\n0,0\n" * 20, "-s", "q2")
        self.write("new.csv", "q2\n" + "".join(f"{score}\n" for score in scores))
        run = self.assay("calibrate", "apply", "c.json", "new.csv", "-o", "out", "--overwrite",
                         "--bad-scores", "no-score", "--min-grounded", least)
        self.assertEqual((self.folder / "out").exists(), run.returncode != 2)
        return run

    def test_calibrate_gate(self):
        self.check(self.gate("1", "0", "1", "0"))
        for scores, least in ((("1", "1", "1", "0"), "75%"), (("1", "0", "NaN"), "0.5"), (("1",), "1")):
            self.assertEqual(self.gate(*scores, least=least).returncode, 0)

    def test_calibrate_gate_nothing(self):
        self.check(self.gate("NaN", least="0"))

    def test_calibrate_bad_gate(self):
        self.check(self.gate("1", least="120%"))

    # Combining

    GOOD_PAIR = "s,t,label\n" + "1,0.2,1\n0,0.1,0\n0.5,0.7,1\n0.6,0.3,0\n" * 8

    def combine(self, content, *arguments, scores="s,t", output="e.json"):
        self.write("in.csv", content)
        return self.assay("calibrate", "combine", "in.csv", "-s", scores, "-o", output,
                          "--bootstrap", "0", *arguments)

    def test_combine_one_score(self):
        self.check(self.combine(self.GOOD_PAIR, scores="s"))

    def test_combine_score_twice(self):
        self.check(self.combine(self.GOOD_PAIR, scores="s,s"))

    def test_combine_unknown_column(self):
        self.check(self.combine(self.GOOD_PAIR, scores="s,u"))

    def test_combine_one_class(self):
        self.check(self.combine("s,t,label\n" + "1,0.2,1\n0,0.1,1\n" * 20))

    def test_combine_constant(self):
        self.check(self.combine("s,t,label\n" + "1,0.5,1\n0,0.5,0\n" * 20))

    def test_combine_too_few(self):
        self.check(self.combine("s,t,label\n" + "1,0.2,1\n0,0.1,0\n" * 2))

    def test_combine_no_against(self):
        self.check(self.combine(self.GOOD_PAIR.replace("s,t", "q2,bleu"), scores="q2,bleu"))

    def test_combine_needless_against(self):
        self.check(self.combine(self.GOOD_PAIR, "--against", "knowledge"))

    def test_combine_onto_input(self):
        self.check(self.combine(self.GOOD_PAIR, "--overwrite", output="in.csv"))
        self.assertEqual((self.folder / "in.csv").read_text(), self.GOOD_PAIR)

    def apply_ensemble(self, *arguments):
        return self.assay("calibrate", "apply", "e.json", "in.csv", "-o", "out", *arguments)

    def test_combine_apply_fewer_scores(self):
        self.combine(self.GOOD_PAIR)
        self.check(self.apply_ensemble("-s", "s"))

    def test_combine_apply_damaged(self):
        self.combine(self.GOOD_PAIR)
        text = (self.folder / "e.json").read_text()
        self.write("e.json", text.replace('"intercept"', '"intercepts"'))
        self.check(self.apply_ensemble())

    def score_ensemble(self, file):
        self.write_records("in.jsonl", [record(0)])
        self.check(self.assay("score", "-m", "ensemble", "--ensemble", file, "in.jsonl", "-o",
                              "out.jsonl"))

    def test_ensemble_no_file(self):
        self.score_ensemble("nowhere.json")

    def test_ensemble_of_columns(self):
        self.combine(self.GOOD_PAIR)
        self.score_ensemble("e.json")

    def test_ensemble_other_file(self):
        self.fit("s,label\n" + "1,1\n0,0\n" * 20, "-s", "s")
        self.score_ensemble("c.json")

    # Experiments

    def experiment(self, command, *arguments, content=None):
        if content is None:
            self.write_records("in.jsonl", [record(0), record(1, response="Something else.")])
        else:
            self.write("in.jsonl", content)
        self.check(self.assay("evaluate", command, "-m", "overlap", "in.jsonl", "--bootstrap", "0",
                              *arguments))

    def test_robustness_no_dialogues(self):
        self.experiment("robustness", "--variant", "other_turn")

    def test_robustness_bad_record(self):
        self.experiment("robustness", content='{"response": "a"}\n{"knowledge": "b"}\n')

    def test_robustness_empty(self):
        self.experiment("robustness", content="")

    def test_ablate_no_variant(self):
        self.experiment("ablate")

    def test_ablate_no_name(self):
        self.experiment("ablate", "--variant=-m nli")

    def test_ablate_unknown_option(self):
        self.experiment("ablate", "--variant", "x: --nothing 3")

    # Public sets

    def prepare(self, name, content, *arguments):
        self.write("in.json", content)
        self.check(self.assay("evaluate", "prepare", name, "in.json", "-o", "out", *arguments))

    def test_prepare_other_layout(self):
        self.prepare("usr", '[{"response": "a"}]')

    def test_prepare_missing_column(self):
        self.prepare("wow", "a,b\n1,2\n")

    def test_prepare_no_list(self):
        self.prepare("refchecker", "{}")

    def test_prepare_broken_lines(self):
        self.prepare("dnli", '{"sentence1": "a", "sentence2": "b", "label": "neutral"}\n[1\n')

    def test_prepare_missing_reference(self):
        self.write("references.json", '[{"id": "6", "question": "q", "context": []}]')
        self.prepare("refchecker", '[{"id": "5", "x_response_kg": []}]',
                     "--references", "references.json")

    def test_prepare_no_references(self):
        self.write("references.json", "[]")
        self.prepare("usr", "[]", "--references", "references.json")

    def test_prepare_onto_input(self):
        self.write("in.json", "[]")
        self.check(self.assay("evaluate", "prepare", "usr", "in.json", "-o", "in.json",
                              "--overwrite"))
        self.assertEqual((self.folder / "in.json").read_text(), "[]")


if __name__ == "__main__":
    unittest.main()
