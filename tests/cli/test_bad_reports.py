"""The rows of docs/bad_input.md on reports."""

import unittest

from bad_input_rows import RowTest
from harness import record


class BadReports(RowTest):
    def results_for_report(self, records=2, **fields):
        """scores.jsonl of in.jsonl; the lines of the former."""
        self.write_records("in.jsonl", [record(number, **fields) for number in range(records)])
        self.assert_exit(self.score("in.jsonl", "-o", "scores.jsonl", "--overwrite"), 0)
        return (self.folder / "scores.jsonl").read_text().splitlines(keepends=True)

    def check_report(self, *arguments, output="report.html", **options):
        """Made, or refused without leaving anything behind."""
        before = {p.name: p.read_bytes() for p in self.folder.iterdir() if p.is_file()}
        run = self.assay("report", *arguments, *(["-o", output] if output else []), **options)
        self.check(run)
        after = {p.name: p.read_bytes() for p in self.folder.iterdir() if p.is_file()}
        made = after.pop(output, None) if run.returncode == 0 else None
        self.assertEqual(after, before)
        return made

    def test_report_missing_results(self):
        self.check_report("nothing.jsonl")

    def test_report_unfinished_results(self):
        self.write("scores.jsonl.partial", "")
        self.check_report("scores.jsonl")

    def test_report_not_results(self):
        self.write_records("in.jsonl", [record()])
        self.check_report("in.jsonl")

    def test_report_empty_results(self):
        self.write("scores.jsonl", "")
        self.check_report("scores.jsonl")

    def test_report_no_records(self):
        self.results_for_report(records=0)
        self.assertIn(b"<!doctype html>", self.check_report("scores.jsonl"))
        for output in ("report.md", "report.csv", "report.xml"):
            self.check_report("scores.jsonl", output=output)
            (self.folder / output).unlink()

    def test_report_partial_results(self):
        self.write("some.jsonl", "".join(self.results_for_report()[:-1]))
        self.assertIn(b"not finished", self.check_report("some.jsonl", output="report.md"))

    def test_report_joined_results(self):
        lines = self.results_for_report()
        self.write("twice.jsonl", "".join(lines + lines))
        self.check_report("twice.jsonl")

    def test_report_missing_line(self):
        self.write_records("in.jsonl", [record(0), record(1)])
        self.assert_exit(self.score("in.jsonl", "-o", "scores.jsonl", metric="overlap,nli"), 0)
        lines = (self.folder / "scores.jsonl").read_text().splitlines(keepends=True)
        self.write("fewer.jsonl", "".join(lines[:3] + lines[4:]))
        self.check_report("fewer.jsonl")

    def test_report_other_records(self):
        self.results_for_report()
        self.write_records("others.jsonl", [record(0), record(id="other")])
        self.check_report("scores.jsonl", "--input", "others.jsonl")

    def test_report_few_records(self):
        self.results_for_report()
        self.write_records("few.jsonl", [record(0)])
        self.check_report("scores.jsonl", "--input", "few.jsonl")

    def test_report_nothing_in_common(self):
        self.write("before.jsonl", "".join(self.results_for_report(id="other")))
        self.results_for_report()
        self.assertIn(b"0 of 2 records",
                      self.check_report("scores.jsonl", "--compare", "before.jsonl",
                                        output="report.md"))

    def test_report_unknown_metric(self):
        self.results_for_report()
        self.check_report("scores.jsonl", "--metric", "q2")

    def test_report_unknown_column(self):
        self.results_for_report()
        self.check_report("scores.jsonl", "--label", "judged")
        self.check_report("scores.jsonl", "--system", "model")

    def test_report_unknown_label(self):
        self.results_for_report(label="good")
        self.check_report("scores.jsonl", "--positive", "godo")

    def test_report_no_format(self):
        self.results_for_report()
        self.check_report("scores.jsonl", output="report.pdf")
        self.check_report("scores.jsonl", output="-")
        self.check_report("scores.jsonl", output=None)

    def test_report_filter_of_page(self):
        self.results_for_report()
        self.check_report("scores.jsonl", "--verdict", "refuted")
        self.check_report("scores.jsonl", "--status", "failed", output="report.md")

    def test_report_input_twice(self):
        self.check_report("-", "--input", "-", input="")

    def test_report_onto_results(self):
        self.results_for_report()
        (self.folder / "link.jsonl").symlink_to("scores.jsonl")
        for output in ("scores.jsonl", "link.jsonl", "./in.jsonl", "scores.jsonl.run"):
            self.check_report("scores.jsonl", "--input", "in.jsonl", "--format", "html",
                              output=output)

    def test_report_into_folder(self):
        self.results_for_report()
        (self.folder / "folder").mkdir()
        self.check_report("scores.jsonl", "--format", "html", output="folder")

    def test_report_folder_missing(self):
        self.results_for_report()
        self.check_report("scores.jsonl", output="folder/report.html")

    def test_report_full_device(self):
        self.results_for_report()
        self.check_report("scores.jsonl", "--format", "html", output="/dev/full")


if __name__ == "__main__":
    unittest.main()
