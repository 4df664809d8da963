"""`assay score` and `assay explain` from the outside."""

import csv
import json
import os
import pty
import signal
import subprocess
import time
import unittest

from harness import (EXAMPLES, FAILED, GOOD, INTERRUPTED, PROGRAM, SOURCE, USAGE, ProgramTest, environment,
                     record)


class Score(ProgramTest):
    def score(self, *arguments, **options):
        return self.assay("score", "--metric", "overlap", *arguments, **options)

    def test_formats_give_the_same_results(self):
        row = record()
        self.write_records("in.jsonl", [row])
        for name, separator in (("in.csv", ","), ("in.tsv", "\t")):
            lines = [separator.join(row), separator.join(row.values())]
            self.write(name, "\n".join(lines) + "\n")
        outputs = []
        for name in ("in.jsonl", "in.csv", "in.tsv"):
            self.assert_exit(self.score(name, "-o", f"{name}.out"), GOOD)
            outputs.append(self.results(f"{name}.out"))
        self.assertEqual(outputs[0], outputs[1])
        self.assertEqual(outputs[0], outputs[2])

    def test_standard_input_and_output(self):
        run = self.score("-", "-o", "-", input=json.dumps(record()) + "\n")
        self.assert_exit(run, GOOD)
        lines = [json.loads(line) for line in run.stdout.splitlines()]
        self.assertEqual([line["type"] for line in lines], ["result", "summary"])
        self.assertIn("1 / 1 (100.0 %)", run.stderr)

    def test_field_mapping(self):
        self.write_records("in.jsonl", [{"answer": "Tea is hot.", "source": "Tea is hot."}])
        run = self.score("in.jsonl", "--field", "response=answer", "--field", "knowledge=source",
                         "-o", "out.jsonl")
        self.assert_exit(run, GOOD)
        self.assertEqual(self.results()[0]["score"], 1.0)

    def test_the_table_is_on_standard_output(self):
        self.write_records("in.jsonl", [record(0), record(1, response="")])
        run = self.score("in.jsonl", "-o", "out.jsonl")
        self.assert_exit(run, GOOD)
        self.assertRegex(run.stdout, r"(?m)^overlap +0\.\d{3} +1 / 2 \(50\.0 %\) +0 +1 no_claims$")
        self.assertNotIn("\x1b", run.stdout + run.stderr)

    def models_rows(self, metrics, output):
        run = self.assay("score", "-m", metrics, "--against", "knowledge", EXAMPLES, "-o", output,
                         "--json")
        self.assert_exit(run, GOOD)
        return {model["need"]: model.get("rows") for model in json.loads(run.stdout)["models"]}

    def test_an_ensemble_adds_up_and_computes_nothing_twice(self):
        parts = ["q2", "nli-sentences", "overlap", "bleu"]
        rows = self.models_rows(",".join(parts), "parts.jsonl")
        self.assertEqual(self.models_rows(",".join(["ensemble", *parts]), "out.jsonl"), rows)
        self.assertGreater(rows["nli"], 0)
        of_metric = {name: [] for name in ["ensemble", *parts]}
        for result in self.results("out.jsonl"):
            of_metric[result["metric"]].append(result)
        weights = SOURCE / "models" / "ensemble" / "ensemble.json"
        applied = self.assay("calibrate", "apply", weights, "parts.jsonl", "-o", "-").stdout
        for i, line in enumerate(applied.splitlines()):
            result = of_metric["ensemble"][i]
            self.assertEqual(result["score"], json.loads(line)["score"])
            if result["score"] is None:
                continue
            scores = result["scores"]
            self.assertEqual([scores[name] for name in parts],
                             [of_metric[name][i]["score"] for name in parts])
            added = sum(scores["contribution_" + name] for name in parts)
            intercept = json.loads(weights.read_text())["intercept"]
            self.assertAlmostEqual(scores["logit"], intercept + added, places=12)
        explained = self.assay("explain", "out.jsonl", of_metric["ensemble"][0]["id"], "--metric",
                               "ensemble").stdout
        self.assertIn("score = 1 / (1 + exp(-logit))", " ".join(explained.split()))

    def test_quiet_prints_nothing(self):
        self.write_records("in.jsonl", [record()])
        run = self.score("in.jsonl", "-o", "out.jsonl", "--quiet")
        self.assert_exit(run, GOOD)
        self.assertEqual(run.stdout + run.stderr, "")

    def test_json_summary(self):
        self.write_records("in.jsonl", [record(0), record(1, knowledge="")])
        run = self.score("in.jsonl", "-o", "out.jsonl", "--json")
        self.assert_exit(run, GOOD)
        summary = json.loads(run.stdout)
        self.assertEqual(summary["schema"], "assay.summary/1")
        self.assertEqual(summary["n_records"], 2)
        metric = summary["metrics"][0]
        self.assertEqual((metric["n_measured"], metric["n_total"]), (1, 2))
        self.assertEqual(metric["statuses"]["no_evidence"], 1)
        self.assertEqual(metric["mean"], self.results()[0]["score"])

    def test_profile_names_stages(self):
        self.write_records("in.jsonl", [record()])
        run = self.score("in.jsonl", "-o", "out.jsonl", "--profile")
        self.assertRegex(run.stdout, r"(?m)^overlap +overlap +\S+ s +\S+ %$")

    def test_several_metrics_in_one_run(self):
        self.write_records("in.jsonl", [record(0), record(1)])
        run = self.assay("score", "-m", "overlap,nli", "in.jsonl", "-o", "out.jsonl")
        self.assert_exit(run, GOOD)
        self.assertEqual([(r["id"], r["metric"]) for r in self.results()],
                         [("r0", "overlap"), ("r0", "nli"), ("r1", "overlap"), ("r1", "nli")])

    def test_labels_and_other_fields_pass_through(self):
        self.write_records("in.jsonl", [record(label="good", turn=3)])
        self.score("in.jsonl", "-o", "out.jsonl")
        self.assertEqual(self.results()[0]["label"], "good")
        self.assertEqual(self.results()[0]["extra"], {"turn": 3})


class SeveralReferences(ProgramTest):
    """A list in JSON lines, or in a cell of a CSV file; the best reference counts."""
    RECORDS = [
        {"id": "a", "response": "The bridge is red", "knowledge": "k",
         "reference": ["A tower stands there", "The bridge is red", "It is a bridge"]},
        {"id": "b", "response": "Tea is hot", "knowledge": "k", "reference": "Tea is hot"}]

    def score(self, name):
        self.assert_exit(self.assay("score", "-m", "bleu,rouge", name, "-o", "out.jsonl", "--overwrite"),
                         GOOD)
        return (self.folder / "out.jsonl").read_bytes()

    def test_the_best_counts_in_every_format(self):
        self.write_records("in.jsonl", self.RECORDS)
        lines = self.score("in.jsonl")
        for result in self.results():
            self.assertEqual(result["status"], "measured")
            self.assertGreater(result["score"], 0.99)
        rows = [["id", "response", "knowledge", "reference"]]
        for row in self.RECORDS:
            is_list = isinstance(row["reference"], list)
            reference = json.dumps(row["reference"]) if is_list else row["reference"]
            rows.append([row["id"], row["response"], row["knowledge"], reference])
        with open(self.folder / "in.csv", "w", encoding="utf-8", newline="") as out:
            csv.writer(out).writerows(rows)
        self.assertEqual(self.score("in.csv"), lines)

    def test_explain_plan_report_and_analyze_show_them(self):
        self.write_records("in.jsonl", self.RECORDS)
        self.score("in.jsonl")
        explained = self.assay("explain", "out.jsonl", "a", "--input", "in.jsonl")
        self.assert_exit(explained, GOOD)
        self.assertIn("[1] The bridge is red", explained.stdout)
        self.assert_exit(self.assay("plan", "-m", "bleu", "in.jsonl"), GOOD)
        self.assert_exit(self.assay("report", "out.jsonl", "--input", "in.jsonl", "-o", "page.html"), GOOD)
        run = self.assay("analyze", "in.jsonl", "--of", "reference")
        self.assert_exit(run, GOOD)
        lines = [json.loads(line) for line in run.stdout.splitlines()]
        self.assertEqual([(line["id"], line.get("index")) for line in lines],
                         [("a", 0), ("a", 1), ("a", 2), ("b", None)])


class Gates(ProgramTest):
    def gate(self, *arguments):
        return self.assay("score", "-m", "overlap", "in.jsonl", "-o", "out.jsonl", "--overwrite",
                          *arguments)

    def test_fail_under(self):
        self.write_records("in.jsonl", [record()])
        self.assert_exit(self.gate("--fail-under", "0.1"), GOOD)
        run = self.gate("--fail-under", "overlap=0.99")
        self.assert_exit(run, FAILED)
        self.assertIn("error: the mean of overlap is", run.stderr)
        self.assertIn("under 0.99", run.stderr)

    def test_fail_under_of_the_corpus(self):
        """One good record among long bad ones: half of the mean, but nearly nothing of the corpus."""
        good = "The old bridge was built of red stone."
        bad = "Nobody there could say when it might rain again, nor why it had not. " * 5
        self.write_records("in.jsonl", [record(0, response=good, reference=good),
                                        record(1, response=bad, reference=good)])
        score = ["score", "-m", "bleu", "in.jsonl", "-o", "out.jsonl", "--overwrite", "--fail-under"]
        self.assert_exit(self.assay(*score, "bleu=30"), GOOD)
        run = self.assay(*score, "bleu.corpus=30", "--json")
        self.assert_exit(run, FAILED)
        corpus = json.loads(run.stdout)["metrics"][0]["corpus"]["bleu"]
        self.assertLess(corpus, 30)
        self.assertIn(f"error: bleu of the corpus is {corpus:.6g}, under 30", run.stderr)
        self.assert_exit(self.assay(*score, f"bleu.corpus={corpus - 0.01}"), GOOD)

    def test_fail_under_when_nothing_was_measured(self):
        self.write_records("in.jsonl", [record(response="")])
        run = self.gate("--fail-under", "0")
        self.assert_exit(run, FAILED)
        self.assertIn("nothing was measured", run.stderr)

    def test_min_measured(self):
        self.write_records("in.jsonl", [record(0), record(1, response="")])
        self.assert_exit(self.gate("--min-measured", "50%"), GOOD)
        self.assert_exit(self.gate("--min-measured", "1"), GOOD)
        self.assert_exit(self.gate("--min-measured", "0.6"), FAILED)
        run = self.gate("--min-measured", "2", "--json")
        self.assert_exit(run, FAILED)
        self.assertEqual(len(json.loads(run.stdout)["missed"]), 1)


class Interrupt(ProgramTest):
    def test_an_interrupted_run_goes_on(self):
        self.write_records("in.jsonl", [record(i) for i in range(100000)])
        score = [PROGRAM, "score", "-m", "overlap", "in.jsonl", "--window", "64", "-o"]
        options = dict(cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                       env=environment())
        for number in (signal.SIGINT, signal.SIGTERM):
            out = self.folder / f"{number.name}.jsonl"
            with subprocess.Popen([*score, out.name], **options) as process:
                self.wait_for(out.with_suffix(".jsonl.run"))
                process.send_signal(number)
                _, errors = process.communicate(timeout=120)
            self.assertEqual(process.returncode, INTERRUPTED, errors)
            self.assertIn("give the same command again", errors)
            self.assertFalse(out.exists())
        resumed = self.assay(*score[1:], out.name, "--json")
        self.assert_exit(resumed, GOOD)
        self.assertGreater(json.loads(resumed.stdout)["n_resumed"], 0)
        self.assertEqual(len(self.results(out.name)), 100000)

    def interrupt(self, arguments, **options):
        """Starts a run that waits for somebody else, and interrupts it when it does."""
        options = dict(stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) | options
        with subprocess.Popen([PROGRAM, "score", "-m", "overlap", *arguments], cwd=self.folder,
                              stderr=subprocess.PIPE, text=True, env=environment(),
                              **options) as process:
            time.sleep(1)
            self.assertIsNone(process.poll(), "the run did not wait")
            process.send_signal(signal.SIGTERM)
            _, errors = process.communicate(timeout=10)
        self.assertEqual(process.returncode, INTERRUPTED, errors)
        self.assertIn("interrupted after", errors)

    def test_the_wait_for_input_is_interrupted(self):
        reader, writer = os.pipe()
        self.addCleanup(os.close, writer)
        self.interrupt(["-", "-o", "out.jsonl"], stdin=reader)
        os.write(writer, json.dumps(record()).encode() + b"\n")
        self.interrupt(["-", "-o", "out.jsonl"], stdin=reader)
        os.close(reader)
        os.mkfifo(self.folder / "in.jsonl")
        self.interrupt(["in.jsonl", "-o", "out.jsonl"])

    def test_the_wait_for_a_reader_is_interrupted(self):
        self.write_records("in.jsonl", [record(i) for i in range(2000)])
        reader, writer = os.pipe()  # nobody reads, so it is full after 64 KiB
        self.addCleanup(os.close, reader)
        self.addCleanup(os.close, writer)
        self.interrupt(["in.jsonl", "-o", "-"], stdout=writer)
        os.mkfifo(self.folder / "out.jsonl")
        self.interrupt(["in.jsonl", "-o", "out.jsonl"])

    def test_a_reader_that_goes_away_ends_the_run(self):
        self.write_records("in.jsonl", [record(i) for i in range(2000)])
        run = subprocess.run(
            ["bash", "-c", f"{PROGRAM} score -m overlap in.jsonl -o - | head -1 > first;"
             "exit ${PIPESTATUS[0]}"], cwd=self.folder, capture_output=True, env=environment())
        self.assertEqual(run.returncode, 128 + signal.SIGPIPE)
        self.assertEqual(json.loads((self.folder / "first").read_text())["id"], "r0")

    def wait_for(self, log):
        """Until the run has committed something."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if log.exists() and log.read_bytes().count(b"\n") >= 3:
                return
            time.sleep(0.01)
        self.fail("the run wrote no log")


class Terminal(ProgramTest):
    def in_terminal(self, *arguments, **changes):
        """What the program writes to a terminal that is both its standard streams."""
        leader, follower = pty.openpty()
        with subprocess.Popen([PROGRAM, *arguments], cwd=self.folder, stdout=follower,
                              stderr=follower, env=environment(**changes)) as process:
            os.close(follower)
            written = b""
            try:
                while piece := os.read(leader, 65536):
                    written += piece
            except OSError:  # how Linux says that the other side is closed
                pass
            finally:
                os.close(leader)
            self.assertEqual(process.wait(timeout=60), GOOD)
        return written.decode()

    def setUp(self):
        super().setUp()
        self.write_records("in.jsonl", [record(i) for i in range(2000)])
        self.score = ["score", "-m", "overlap", "in.jsonl", "-o", "out.jsonl", "--overwrite"]

    def test_progress_and_colour(self):
        written = self.in_terminal(*self.score)
        self.assertIn("\r\x1b[Kloading models", written)
        self.assertRegex(written, r"\[=*>? *\] +\d+ %  [\d,]+ records")
        self.assertIn("\x1b[1mmetric", written)

    def test_no_color(self):
        self.assertNotIn("\x1b[1m", self.in_terminal(*self.score, NO_COLOR="1"))

    def test_quiet(self):
        self.assertEqual(self.in_terminal(*self.score, "--quiet"), "")


class Explain(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write_records("in.jsonl", [
            record(0), record(1, response=""), record("0"), record(2, id="other")])
        self.assert_exit(self.assay("score", "-m", "overlap,nli", "in.jsonl", "-o", "out.jsonl"),
                         GOOD)

    def test_arithmetic_and_texts(self):
        run = self.assay("explain", "out.jsonl", "other", "--input", "in.jsonl")
        self.assert_exit(run, GOOD)
        self.assertIn("2 * precision * recall", run.stdout)
        self.assertIn("entailment is the most probable", run.stdout)
        self.assertIn("Ada Lovelace was born on 10 December 1815", run.stdout)

    def test_one_metric(self):
        run = self.assay("explain", "out.jsonl", "other", "--metric", "nli")
        self.assertNotIn("overlap", run.stdout)

    def test_every_record_of_an_id(self):
        run = self.assay("explain", "out.jsonl", "r0", "--metric", "nli", "--json")
        self.assertEqual(len(run.stdout.splitlines()), 2)

    def test_by_line_and_as_json(self):
        run = self.assay("explain", "out.jsonl", "--line", "1", "--json")
        self.assertEqual(run.stdout, (self.folder / "out.jsonl").read_text().splitlines(True)[0])

    def test_why_there_is_no_score(self):
        run = self.assay("explain", "out.jsonl", "r1", "--metric", "nli")
        self.assertIn("nothing that can be checked", run.stdout)

    def test_unknown_id(self):
        run = self.assay("explain", "out.jsonl", "othr")
        self.assert_exit(run, USAGE)
        self.assertIn("did you mean `other`?", run.stderr)

    def test_no_id(self):
        run = self.assay("explain", "out.jsonl")
        self.assert_exit(run, USAGE)
        self.assertIn("the first ids are r0", run.stderr)
        self.assertIn("assay explain out.jsonl ID", run.stderr)

    def test_metric_that_is_not_there(self):
        run = self.assay("explain", "out.jsonl", "r0", "--metric", "q2")
        self.assert_exit(run, USAGE)
        self.assertIn("it has results of nli, overlap", run.stderr)

    def test_line_behind_the_results(self):
        run = self.assay("explain", "out.jsonl", "--line", "99")
        self.assert_exit(run, USAGE)
        self.assertIn("its results end on line 8", run.stderr)

    def test_missing_results(self):
        self.assert_exit(self.assay("explain", "nothing.jsonl", "r0"), USAGE)


class Analyze(ProgramTest):
    def lines(self, *arguments, **options):
        run = self.assay("analyze", *arguments, **options)
        self.assert_exit(run, GOOD)
        return [json.loads(line) for line in run.stdout.splitlines()]

    def test_fields_are_mapped_as_for_score(self):
        self.write("in.tsv", 'id\tanswer\na\t"Tea\n')
        lines = self.lines("in.tsv", "--field", "response=answer", "--quoting", "none")
        self.assertEqual([(line["id"], line["text"]) for line in lines], [("a", '"Tea')])

    def test_every_passage_and_turn(self):
        self.write_records("in.jsonl", [
            {"id": "a", "knowledge": ["Tea", "Milk"], "history": [{"role": "u", "content": "Hi"}]},
            {"id": "b"}, {"id": "c", "knowledge": "Rain", "reference": "Sun"}])
        of = lambda field: [(line["id"], line.get("index"), line["text"])
                            for line in self.lines("in.jsonl", "--of", field)]
        self.assertEqual(of("knowledge"), [("a", 0, "Tea"), ("a", 1, "Milk"), ("c", 0, "Rain")])
        self.assertEqual(of("history"), [("a", 0, "Hi")])
        self.assertEqual(of("reference"), [("c", None, "Sun")])

    def test_plain_text(self):
        lines = self.lines("--text", "-", input="Tea\r\nMilk")
        self.assertEqual([(line["id"], line["text"]) for line in lines], [("1", "Tea"), ("2", "Milk")])

    def test_input_without_the_field(self):
        self.write_records("in.jsonl", [{"answer": "Tea"}])
        run = self.assay("analyze", "in.jsonl")
        self.assert_exit(run, USAGE)
        self.assertIn("the keys are answer", run.stderr)


class ExplainQuestions(ProgramTest):
    def test_questions_of_the_examples(self):
        self.assert_exit(self.assay("score", "-m", "q2", EXAMPLES, "-o", "out.jsonl"), GOOD)
        results = self.results()
        asked = next(r for r in results if len(r["units"]) > 1 and not r["fallback"])
        text = self.assay("explain", "out.jsonl", asked["id"], "--input", EXAMPLES).stdout
        flat = " ".join(text.split())
        for unit in asked["units"]:
            self.assertIn(" ".join(unit["question"].split()), flat)
        self.assertIn(f"/ {len(asked['units'])} = {asked['score']:.3f}", flat)


if __name__ == "__main__":
    unittest.main()
