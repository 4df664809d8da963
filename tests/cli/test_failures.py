"""What people are told of records and results that failed, and of runs that cannot be gone on with."""

import json
import os
import unittest

from harness import ENDLESS, FAILED, GOOD, USAGE, ProgramTest, record


class FailedResults(ProgramTest):
    def score(self, records, *arguments):
        self.write_records("in.jsonl", records)
        return self.assay("score", "-m", "q2,overlap", "in.jsonl", "-o", "out.jsonl", *arguments)

    def test_each_is_told_with_its_id_metric_and_reason(self):
        run = self.score([record(0), record(1, response=ENDLESS)])
        self.assert_exit(run, FAILED)
        self.assertRegex(run.stderr, r"(?m)^assay: warning: 1 result failed:\n"
                         r"  r1 \(q2\): field `response`: the response has [\d,]+ phrases to ask "
                         r"about, Q² takes at most \d+ \(score it in parts\)$")
        self.assertNotIn("more, each with its error", run.stderr)

    def test_the_first_ten_and_how_many_more(self):
        run = self.score([record(i, response=ENDLESS) for i in range(12)], "--quiet")
        self.assert_exit(run, FAILED)
        self.assertIn("12 results failed:\n  r0 (q2)", run.stderr)
        self.assertIn("  r9 (q2)", run.stderr)
        self.assertNotIn("  r10 (q2)", run.stderr)
        self.assertIn("  and 2 more, each with its error in the results\n", run.stderr)

    def test_records_that_could_not_be_read_are_told_once(self):
        self.write("in.jsonl", '{"id": "a", "response": "Tea.", "knowledge": "Tea."}\nnot json\n')
        run = self.assay("score", "-m", "nli,overlap", "in.jsonl", "-o", "out.jsonl")
        self.assert_exit(run, FAILED)
        self.assertIn("1 record could not be read:\n  in.jsonl:2: ", run.stderr)
        self.assertNotIn("failed", run.stderr)


class ExplainUnreadable(ProgramTest):
    def test_no_texts_are_shown_where_none_could_be_read(self):
        self.write("in.jsonl", '{"id": "a", "response": "Tea.", "knowledge": "Tea."}\nnot json\n')
        self.assay("score", "-m", "overlap", "in.jsonl", "-o", "out.jsonl")
        run = self.assay("explain", "out.jsonl", "line-2", "--input", "in.jsonl")
        self.assert_exit(run, GOOD)
        self.assertIn("This record could not be scored: line 2: ", " ".join(run.stdout.split()))
        self.assertNotIn("Record\n", run.stdout)
        self.assertNotIn("response  ", run.stdout)
        self.assertEqual(run.stderr, "")

    def test_a_record_that_has_become_unreadable(self):
        self.write_records("in.jsonl", [record(0), record(1)])
        self.assay("score", "-m", "overlap", "in.jsonl", "-o", "out.jsonl")
        self.write("in.jsonl", json.dumps(record(1)) + '\n{"id": "r0"}\n')
        run = self.assay("explain", "out.jsonl", "r0", "--input", "in.jsonl")
        self.assert_exit(run, GOOD)
        self.assertNotIn("Record\n", run.stdout)
        self.assertIn("warning: the record cannot be read: in.jsonl:2: ", run.stderr)


class RefusedResume(ProgramTest):
    def leave_unfinished(self, *arguments):
        """A run as it stands just before its end."""
        self.write_records("in.jsonl", [record(0), record(1)])
        self.assert_exit(self.assay("score", "in.jsonl", "-o", "out.jsonl", *arguments), GOOD)
        log = self.folder / "out.jsonl.run"
        log.write_text("".join(log.read_text().splitlines(True)[:-1]))
        os.rename(self.folder / "out.jsonl", self.folder / "out.jsonl.partial")

    def refusal(self, *arguments):
        run = self.assay("score", "in.jsonl", "-o", "out.jsonl", *arguments)
        self.assert_exit(run, USAGE)
        return run.stderr.splitlines()[0].partition("started otherwise: ")[2]

    def test_other_metrics(self):
        self.leave_unfinished("-m", "q2")
        self.assertEqual(self.refusal("-m", "overlap"), "the metrics were q2 and are overlap")

    def test_other_options_have_their_names_of_the_command_line(self):
        self.leave_unfinished("-m", "q2")
        changes = {
            "--compat": ("none", "q2-paper"), "--questions": ("single", "all"),
            "--max-questions": ("5", "3"), "--question-style": ("any", "fronted"),
            "--threshold": ("0.5", "0.6"), "--window": ("32", "8"), "--quoting": ("csv", "none")}
        for option, (before, now) in changes.items():
            told = self.refusal("-m", "q2", option, now)
            self.assertIn(f"{option} was {before} and is {now}", told)
            if option != "--compat":  # which changes --questions as well
                self.assertNotIn(";", told)
        self.assertEqual(self.refusal("-m", "q2", "--keep-personal"),
                         "--keep-personal was off and is on")
        self.assertEqual(self.refusal("-m", "q2", "--field", "id=id"), "--field id=id was not given")

    def test_another_model(self):
        self.leave_unfinished("-m", "nli")
        folder = self.assay("models", "path", "nli").stdout.strip()
        other = self.folder / "other"
        other.mkdir()
        for name in os.listdir(folder):
            os.symlink(os.path.join(folder, name), other / name)
        config = (other / "config.json").read_text()
        (other / "config.json").unlink()
        (other / "config.json").write_text(config + " ")
        self.assertEqual(self.refusal("-m", "nli", "--nli", "other"),
                         "the nli model is another one")

    def test_the_same_command_goes_on(self):
        self.leave_unfinished("-m", "overlap")
        run = self.assay("score", "in.jsonl", "-o", "out.jsonl", "-m", "overlap")
        self.assert_exit(run, GOOD)
        self.assertIn("had been done before", run.stderr)


if __name__ == "__main__":
    unittest.main()
