"""Help, errors of the command line and listings."""

import json
import re
import shutil
import subprocess
import unittest
from pathlib import Path

from harness import (ENVIRONMENT, GOOD, PROGRAM, SOURCE, USAGE, ProgramTest, commands_of,
                     record)


class Help(ProgramTest):
    def test_every_command_has_help_with_examples(self):
        paths = commands_of(self.assay("completion", "bash").stdout)
        self.assertIn("assay models list", paths)
        for path in paths:
            run = self.assay(*path.split()[1:], "--help")
            self.assert_exit(run, GOOD)
            self.assertEqual(run.stderr, "")
            if path not in ("assay", "assay models", "assay evaluate", "assay calibrate"):
                self.assertIn("Examples:\n", run.stdout, path)

    def test_help_names_the_exit_codes(self):
        text = self.assay("--help").stdout
        self.assertIn("Exit codes: 0 good", text)
        self.assertIn("--fail-under or --min-measured", text)

    def test_arguments_and_values_are_in_capitals(self):
        for path in commands_of(self.assay("completion", "bash").stdout):
            usage = self.assay(*path.split()[1:], "--help").stdout
            arguments = re.search(r"(?ms)^Arguments:\n(.*?)^\n", usage)
            for name in re.findall(r"(?m)^  (\S+)", arguments.group(1) if arguments else ""):
                self.assertEqual(name, name.upper(), path)
            self.assertNotIn(" TEXT", usage, path)

    def test_plan_takes_no_standard_input(self):
        self.assertIn("not -", self.assay("plan", "--help").stdout)

    def test_a_plan_tells_what_its_metrics_miss(self):
        self.write_records("in.jsonl", [record(0), {"response": "Tea is hot.", "reference": "Tea is hot."}])
        overlap = self.assay("plan", "-m", "overlap", "in.jsonl").stdout
        self.assertIn("2 records", overlap)
        self.assertIn(", 1 without knowledge\n", overlap)
        self.assertIn(", 1 without reference\n", self.assay("plan", "-m", "bleu", "in.jsonl").stdout)

    def test_no_command_prints_help_and_fails(self):
        run = self.assay()
        self.assert_exit(run, USAGE)
        self.assertIn("score", run.stderr)
        self.assertEqual(run.stdout, "")


class Mistakes(ProgramTest):
    def assert_usage(self, arguments, *texts):
        run = self.assay(*arguments)
        self.assert_exit(run, USAGE)
        self.assertEqual(run.stdout, "")
        for text in texts:
            self.assertIn(text, run.stderr)

    def test_unknown_command(self):
        self.assert_usage(["scoer"], "no command `scoer`", "did you mean `score`?")

    def test_unknown_option(self):
        self.assert_usage(["score", "in.jsonl", "--metrc", "q2"], "did you mean `--metric`?")

    def test_unknown_metric(self):
        self.write_records("in.jsonl", [])
        self.assert_usage(["score", "-m", "overlp", "in.jsonl", "-o", "out"], "overlap")

    def test_missing_output(self):
        self.assert_usage(["score", "-m", "overlap", "in.jsonl"], "--output is required")

    def test_json_and_results_on_the_same_stream(self):
        self.assert_usage(["score", "-m", "overlap", "in.jsonl", "-o", "-", "--json"],
                          "--json and the results")

    def test_gates_that_cannot_be_read(self):
        score = ["score", "-m", "overlap", "in.jsonl", "-o", "out"]
        self.assert_usage([*score, "--fail-under", "q2=0.5"], "the metrics of this run are overlap")
        self.assert_usage([*score, "--fail-under", "high"], "NAME=NUMBER")
        self.assert_usage([*score, "--min-measured", "120%"], "a share such as 0.9 or 90%")


class Listings(ProgramTest):
    def test_metrics(self):
        metrics = json.loads(self.assay("metrics", "--json").stdout)
        names = [metric["name"] for metric in metrics]
        for metric in metrics:
            self.assertIn(metric["name"], [score["name"] for score in metric["scores"]])
        self.assertLessEqual({"q2", "q2-f1", "nli", "overlap"}, set(names))
        table = self.assay("metrics").stdout
        for name in names:
            self.assertIn(name, table)

    def test_models(self):
        models = json.loads(self.assay("models", "list", "--json").stdout)
        self.assertLessEqual({"nli", "qa"}, {m["name"] for m in models})
        for model in models:
            if not model["folder"]:
                continue
            run = self.assay("models", "path", model["name"])
            self.assertEqual(run.stdout.strip(), model["folder"])

    def test_models_verify(self):
        run = self.assay("models", "verify", "nli", "--json")
        self.assert_exit(run, GOOD)
        verdict, = json.loads(run.stdout)
        self.assertEqual((verdict["name"], verdict["ok"], verdict["problems"]), ("nli", True, []))
        self.assertEqual([check["score"] for check in verdict["quality"]], ["accuracy"])

    def test_models_verify_tells_another_quality(self):
        source = Path(self.assay("models", "path", "nli").stdout.strip())
        shutil.copytree(source, self.folder / "models" / "nli")
        shutil.copytree(source.parent / "quality", self.folder / "models" / "quality")
        manifest = json.loads((source.parent / "manifest.json").read_text())
        manifest["models"][0]["quality"]["scores"]["accuracy"] += 0.1
        (self.folder / "models" / "manifest.json").write_text(json.dumps(manifest))
        run = self.assay("models", "verify", "nli", "--models", "models")
        self.assert_exit(run, ENVIRONMENT)
        self.assertRegex(run.stdout, r"FAIL nli: accuracy 0\.\d+, released with")

    def test_a_models_folder_that_is_not_there(self):
        for command in (["list"], ["verify", "nli"], ["path", "nli"]):
            run = self.assay("models", *command, "--models", "nowhere")
            self.assert_exit(run, ENVIRONMENT)
            self.assertIn("--models nowhere: no such folder", run.stderr)

    def test_a_models_folder_without_models(self):
        (self.folder / "empty").mkdir()
        (self.folder / "one").mkdir()
        (self.folder / "one" / "config.json").write_text("{}")
        for folder in ("empty", "one"):
            for command in (["verify"], ["list"], ["path", "nli"]):
                run = self.assay("models", *command, "--models", folder)
                self.assert_exit(run, USAGE)
                self.assertIn(f"--models {folder}: holds neither manifest.json nor folders of models", run.stderr)

    def test_models_verify_names_the_wrong_file(self):
        source = self.assay("models", "path", "nli").stdout.strip()
        shutil.copytree(source, self.folder / "models" / "nli")
        manifest = f"{source}/../manifest.json"
        shutil.copy(manifest, self.folder / "models")
        with open(self.folder / "models" / "nli" / "config.json", "a") as config:
            config.write(" ")
        run = self.assay("models", "verify", "nli", "--models", "models")
        self.assert_exit(run, ENVIRONMENT)
        self.assertIn("models/nli/config.json", run.stdout)
        self.assertIn("put the named files back", run.stderr)

    def test_unknown_model(self):
        self.assert_exit(self.assay("models", "path", "zebra"), ENVIRONMENT)
        self.assert_exit(self.assay("models", "verify", "zebra"), USAGE)


class Doctor(ProgramTest):
    def test_everything_is_well_here(self):
        run = self.assay("doctor", "--json")
        self.assert_exit(run, GOOD)
        checks = {check["name"]: check for check in json.loads(run.stdout)}
        for name in ("version", "OpenVINO", "ICU", "model linguistics", "model nli", "model qa",
                     "model ensemble"):
            self.assertIn(name, checks)
        self.assertNotIn("fail", {check["verdict"] for check in checks.values()})

    def test_a_broken_model_fails(self):
        (self.folder / "nli").mkdir()
        run = self.assay("doctor", "--nli", "nli")
        self.assert_exit(run, ENVIRONMENT)
        self.assertIn("fail  model nli (nli): ", run.stdout)
        self.assertIn("ok    model qa: ", run.stdout)

    def test_weights_of_an_ensemble_are_tried(self):
        shipped = json.loads((SOURCE / "models" / "ensemble" / "ensemble.json").read_text())
        shipped["terms"][0]["score"] = "human"
        self.write("foreign.json", json.dumps(shipped))
        run = self.assay("doctor", "--ensemble", "foreign.json")
        self.assert_exit(run, ENVIRONMENT)
        self.assertIn("fail  model ensemble (foreign.json): the ensemble combines `human`, which no "
                      "metric gives", run.stdout)
        self.write("damaged.json", json.dumps(shipped)[:100])
        run = self.assay("doctor", "--ensemble", "damaged.json")
        self.assert_exit(run, ENVIRONMENT)
        self.assertIn("fail  model ensemble (damaged.json): damaged.json: is no JSON object", run.stdout)

    def test_labels_in_the_wrong_order_show(self):
        (self.folder / "own").mkdir()
        for file in (SOURCE / "models" / "nli").iterdir():
            (self.folder / "own" / file.name).symlink_to(file)
        config = json.loads((SOURCE / "models" / "nli" / "config.json").read_text())
        labels = list(config["id2label"].values())
        config["id2label"] = {str(i): label for i, label in enumerate(labels[1:] + labels[:1])}
        (self.folder / "own" / "config.json").unlink()
        self.write("own/config.json", json.dumps(config))
        run = self.assay("doctor", "--nli", "own")
        self.assert_exit(run, ENVIRONMENT)
        self.assertIn("fail  model nli (own): it does not find that a sentence entails", run.stdout)
        self.assertIn("the labels may be in another order than its config.json says", run.stdout)


class Streams(ProgramTest):
    def test_a_full_standard_output_is_an_error(self):
        with open("/dev/full", "w") as full:
            run = subprocess.run([PROGRAM, "metrics"], stdout=full, stderr=subprocess.PIPE,
                                 text=True)
        self.assertEqual(run.returncode, ENVIRONMENT)
        self.assertIn("cannot write to standard output", run.stderr)


if __name__ == "__main__":
    unittest.main()
