"""`assay report`: Markdown, CSV and JUnit XML. The page is tested in tests/report."""

import csv
import io
import os
import sys
import unittest
import xml.etree.ElementTree as ElementTree

from harness import SOURCE, USAGE, ProgramTest

sys.path.insert(0, str(SOURCE / "tests" / "report"))
from sample import VERDICTS, write_run  # noqa: E402

GOLDEN = SOURCE / "tests" / "golden" / "report"
RECORDS = 40


class Report(ProgramTest):
    def setUp(self):
        super().setUp()
        write_run(self.folder, RECORDS, "before.jsonl", changed=0.25)
        self.records, self.lines = write_run(self.folder, RECORDS)

    def report(self, *arguments):
        run = self.assay("report", "scores.jsonl", *arguments)
        self.assert_exit(run, 0)
        self.assertEqual(run.stderr, "")
        return run.stdout

    def check_golden(self, name, text):
        """ASSAY_WRITE_GOLDEN=1 writes what is to be read and committed."""
        if os.environ.get("ASSAY_WRITE_GOLDEN"):
            (GOLDEN / name).write_text(text, encoding="utf-8")
        self.assertEqual(text, (GOLDEN / name).read_text(encoding="utf-8"))

    def test_golden_markdown(self):
        self.check_golden("report.md", self.report("--format", "markdown"))
        self.check_golden("compared.md", self.report("--format", "markdown", "--metric", "q2",
                                                     "--compare", "before.jsonl"))

    def test_golden_csv(self):
        self.check_golden("report.csv", self.report("--format", "csv", "--compare", "before.jsonl"))

    def test_golden_junit(self):
        self.check_golden("junit.xml", self.report("--format", "junit"))

    def test_csv_says_what_the_results_say(self):
        rows = list(csv.DictReader(io.StringIO(self.report("--format", "csv"))))
        self.assertEqual(len(rows), len(self.lines))
        for row, line in zip(rows, self.lines):
            self.assertEqual((row["id"], row["metric"], row["status"], row["label"], row["system"]),
                             (line["id"], line["metric"], line["status"], line["label"],
                              line["extra"]["system"]))
            self.assertEqual(float(row["score"]) if row["score"] else None, line["score"])
            for verdict in VERDICTS:
                self.assertEqual(int(row[verdict]),
                                 sum(unit["verdict"] == verdict for unit in line["units"]))

    def test_csv_filters(self):
        for arguments, holds in (
                (("--verdict", "refuted"),
                 lambda r: any(u["verdict"] == "refuted" for u in r["units"])),
                (("--status", "failed"), lambda r: r["status"] == "failed"),
                (("--status", "measured", "--verdict", "not_enough_info"),
                 lambda r: any(u["verdict"] == "not_enough_info" for u in r["units"]))):
            rows = csv.DictReader(io.StringIO(
                self.report("--format", "csv", "--metric", "q2", *arguments)))
            wanted = [r["id"] for r in self.lines if r["metric"] == "q2" and holds(r)]
            self.assertGreater(len(wanted), 0)
            self.assertEqual([row["id"] for row in rows], wanted)

    def test_junit_fails_what_is_not_above_the_threshold(self):
        for threshold in (0.5, 0.75, 1):
            root = ElementTree.fromstring(self.report("--format", "junit", "--threshold", threshold))
            for suite in root:
                own = [r for r in self.lines if r["metric"] == suite.get("name")]
                failed = {r["id"] for r in own
                          if r["score"] is not None and r["score"] <= threshold}
                self.assertEqual({case.get("name") for case in suite if case.find("failure") is not None},
                                 failed)
                self.assertEqual(int(suite.get("failures")), len(failed))
                self.assertEqual(int(suite.get("errors")),
                                 sum(r["status"] == "failed" for r in own))
                self.assertEqual(int(suite.get("skipped")),
                                 sum(r["status"] == "no_claims" for r in own))
                self.assertEqual(int(suite.get("tests")), RECORDS)

    def test_the_ending_chooses_the_format(self):
        for name, start in (("a.md", "### assay"), ("a.csv", "id,metric"), ("a.xml", "<?xml"),
                            ("a.html", "<!doctype html>")):
            self.assertEqual(self.report("-o", name), "")
            self.assertTrue((self.folder / name).read_text(encoding="utf-8").startswith(start))
        self.assertEqual(self.report("-o", "a.md", "--format", "csv"), "")
        self.assertTrue((self.folder / "a.md").read_text(encoding="utf-8").startswith("id,metric"))

    def test_reads_standard_input(self):
        run = self.assay("report", "-", "--format", "csv",
                         input=(self.folder / "scores.jsonl").read_text(encoding="utf-8"))
        self.assert_exit(run, 0)
        self.assertEqual(run.stdout, self.report("--format", "csv"))

    def test_labels_of_other_words(self):
        text = self.report("--format", "markdown", "--positive", "inconsistent")
        self.assertIn("accuracy", text)
        self.assertNotIn("accuracy", self.report("--format", "markdown", "--label", "system"))
        self.assertIn("accuracy", self.report("--format", "markdown", "--label", "system",
                                              "--positive", "north", "--ignore", "south"))

    def test_a_link_is_written_through(self):
        self.write("real.csv", "old")
        (self.folder / "link.csv").symlink_to("real.csv")
        self.report("-o", "link.csv")
        self.assertTrue((self.folder / "link.csv").is_symlink())
        self.assertTrue((self.folder / "real.csv").read_text().startswith("id,metric"))

    def test_options_that_make_no_sense(self):
        for arguments in (["--threshold", "half"], ["--verdict", "maybe"], ["--status", "odd"],
                          ["--format", "pdf"], ["--metric", ""], ["--label", ""]):
            run = self.assay("report", "scores.jsonl", "-o", "x.html", *arguments)
            self.assert_exit(run, USAGE)
            self.assertFalse((self.folder / "x.html").exists())


if __name__ == "__main__":
    unittest.main()
