"""CSV and TSV as Python's csv module reads them: random tables, and published TSV files.

The published files are looked for in the folder ASSAY_DATA; without it their test is skipped.
"""

import csv
import io
import json
import os
import random
import unittest
from pathlib import Path

from harness import GOOD, ProgramTest

PIECES = ["a", "Tea", " ", "'", '"', '""', ";", "é", "漢", "\\", "[", "\x01"]


class Tables(ProgramTest):
    def setUp(self):
        super().setUp()
        self.random = random.Random(11)

    def text(self, *more):
        return "".join(self.random.choices([*PIECES, *more], k=self.random.randrange(9)))

    def extras(self, name, quoting):
        """The cells of the columns that are passed through, row by row."""
        run = self.assay("score", "-m", "overlap", name, "--quoting", quoting, "-o", "-")
        self.assert_exit(run, GOOD)
        results = [json.loads(line) for line in run.stdout.splitlines()][:-1]
        return [[result["extra"]["b"], result["extra"]["c"]] for result in results]

    def check(self, delimiter, quoting, cell):
        ending = "csv" if delimiter == "," else "tsv"
        rows = ["response,b,c".replace(",", delimiter)]
        rows += [delimiter.join(["Tea", cell(), cell()]) for _ in range(500)]
        content = "\n".join(rows) + "\n"
        self.write(f"in.{ending}", content)
        theirs = csv.reader(io.StringIO(content, newline=""), delimiter=delimiter,
                            quoting=csv.QUOTE_NONE if quoting == "none" else csv.QUOTE_MINIMAL)
        self.assertEqual(self.extras(f"in.{ending}", quoting), [row[1:] for row in theirs][1:])

    def test_quotes_inside_cells_and_around_them(self):
        for delimiter in ",\t":
            def cell():
                if self.random.random() < 0.5:
                    return '"%s"' % self.text(delimiter, "\n", "\r\n").replace('"', '""')
                return self.text().lstrip('"')
            self.check(delimiter, "csv", cell)

    def test_without_quoting(self):
        for delimiter in ",\t":
            self.check(delimiter, "none", self.text)

    def test_published_files(self):
        data = os.environ.get("ASSAY_DATA")
        if not data:
            self.skipTest("ASSAY_DATA is not set: no published TSV was read")
        for name in ("begin_dev_wow.tsv", "begin_dev_tc.tsv"):
            path = Path(data) / "eval" / "begin" / name
            with open(path, newline="") as file:
                rows = list(csv.DictReader(file, delimiter="\t"))
            run = self.assay("score", "-m", "overlap", path, "--field", "label=begin_label",
                             "-o", "-")
            self.assert_exit(run, GOOD)
            results = [json.loads(line) for line in run.stdout.splitlines()][:-1]
            self.assertEqual(len(results), len(rows))
            for result, row in zip(results, rows):
                self.assertEqual(result["label"], row["begin_label"])
                self.assertEqual(result["extra"]["message"], row["message"])


if __name__ == "__main__":
    unittest.main()
