"""`assay models measure` and `export` on tiny models."""

import gzip
import json
import unittest

from harness import ENVIRONMENT, GOOD, SOURCE, USAGE, ProgramTest, environment

DATA = SOURCE / "tests" / "data"
PAIRS = [
    {"premise": "w5 w6 w7", "hypothesis": "w6", "label": "entailment", "source": "x"},
    {"premise": "w8 w9", "hypothesis": "w10 w11", "label": "not_entailment"},
]
QUESTIONS = [
    {"context": "w5 w6 w7", "question": "w8", "answer_text": "w6", "answer_start": 3},
    {"context": "w9 w10", "question": "w11", "answer_text": "w9", "answer_start": 0},
]


class Measure(ProgramTest):
    def measure(self, folder, rows, **changes):
        file = self.write_records("dev.jsonl", rows)
        return self.assay("models", "measure", DATA / folder, file, "--json",
                          env=environment(**changes))

    def test_pairs(self):
        run = self.measure("quantized/classify", PAIRS)
        self.assertEqual(run.returncode, GOOD, run.stderr)
        report = json.loads(run.stdout)
        self.assertEqual((report["schema"], report["task"]), ("assay.quality/1", "nli"))
        self.assertEqual(report["rows"], 2)
        right = sum(round(s["accuracy"] * s["rows"]) for s in report["sources"].values())
        self.assertAlmostEqual(report["accuracy"], right / 2)
        self.assertEqual(list(report["sources"]), ["x", "dev"])

    def test_answers(self):
        run = self.measure("quantized/span", QUESTIONS)
        self.assertEqual(run.returncode, GOOD, run.stderr)
        report = json.loads(run.stdout)
        self.assertEqual((report["answerable"], report["unanswerable"]), (2, 2))
        self.assertEqual(report["margin"], 0)
        self.assertIn("dev, other context", report["sources"])

    def test_the_engine_can_be_chosen(self):
        own, other = (json.loads(self.measure("quantized/classify", PAIRS, **chosen).stdout)
                      for chosen in ({}, {"ASSAY_INT8_ENGINE": "openvino"}))
        self.assertNotEqual(own["fingerprint"], other["fingerprint"])
        self.assertTrue(other["fingerprint"].endswith("/openvino"))
        wrong = self.measure("quantized/classify", PAIRS, ASSAY_INT8_ENGINE="fast")
        self.assertEqual(wrong.returncode, USAGE)
        self.assertIn("it can be int8 or openvino", wrong.stderr)

    def test_gzip_and_table(self):
        file = self.write("dev.jsonl.gz", gzip.compress(json.dumps(PAIRS[0]).encode()))
        run = self.assay("models", "measure", DATA / "quantized/classify", file)
        self.assertEqual(run.returncode, GOOD, run.stderr)
        self.assertIn("accuracy", run.stdout.splitlines()[0])
        self.assertTrue(run.stdout.splitlines()[-1].startswith("all"))

    def test_names_what_is_wrong(self):
        bad = self.measure("quantized/classify", [PAIRS[0], {"premise": "w5", "label": "entailment"}])
        self.assertEqual(bad.returncode, USAGE)
        self.assertIn("dev.jsonl:2: field `hypothesis`: is missing", bad.stderr)
        nowhere = self.measure("quantized/nowhere", PAIRS)
        self.assertEqual(nowhere.returncode, ENVIRONMENT)
        self.assertIn("no model folder at", nowhere.stderr)
        silent = self.measure("encoders/bert_embed", PAIRS)
        self.assertEqual(silent.returncode, USAGE)
        self.assertIn("--task nli or --task qa", silent.stderr)


class Export(ProgramTest):
    def test_an_exported_model_judges_alike(self):
        rows = [{"premise": "the old bridge", "hypothesis": "a river", "label": "neutral"},
                {"premise": "rain falls quietly", "hypothesis": "rain", "label": "entailment"}]
        file = self.write_records("dev.jsonl", rows)
        folder = DATA / "encoders" / "bert_classify"
        run = self.assay("models", "export", folder, "-o", "out")
        self.assertEqual(run.returncode, GOOD, run.stderr)
        names = sorted(path.name for path in (self.folder / "out").iterdir())
        self.assertEqual(names, ["config.json", "openvino_model.bin", "openvino_model.xml",
                                 "tokenizer.json"])
        scores = [json.loads(self.assay("models", "measure", one, file, "--json").stdout)["accuracy"]
                  for one in (folder, "out")]
        self.assertEqual(scores[0], scores[1])

    def test_refuses_the_folder_itself(self):
        run = self.assay("models", "export", DATA / "encoders" / "bert_classify", "-o",
                         DATA / "encoders" / "bert_classify")
        self.assertEqual(run.returncode, USAGE)
        self.assertIn("cannot be exported into its own folder", run.stderr)


if __name__ == "__main__":
    unittest.main()
