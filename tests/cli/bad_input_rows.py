"""The table of docs/bad_input.md, and what its tests have in common.

A row's id names its test: `ragged-csv` is `test_ragged_csv`. Status, message and exit code come from
the table, so that it cannot say anything else than the program does.
"""

import json

from harness import SOURCE, ProgramTest

NOTHING = "–"


def read_table():
    rows = {}
    for line in (SOURCE / "docs" / "bad_input.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 5 or cells[0] in ("id", "---"):
            continue
        row_id, _, status, message, code = cells
        rows[row_id] = {"status": status, "message": message, "exit": int(code)}
    return rows


TABLE = read_table()


class RowTest(ProgramTest):
    def row(self):
        return TABLE[self._testMethodName.removeprefix("test_").replace("_", "-")]

    def check(self, run, output="out.jsonl", index=0):
        """The exit code, the message and the status of one result are the table's."""
        row = self.row()
        self.assert_exit(run, row["exit"])
        said = run.stderr if isinstance(run.stderr, str) else run.stderr.decode()
        if row["status"] != NOTHING:
            result = self.results(output)[index]
            self.assertEqual(result["status"], row["status"])
            if row["status"] == "failed":
                self.assertIsNone(result["score"])
                self.assertIn(row["message"], json.dumps(result["error"]))
        if row["message"] != NOTHING:
            self.assertIn(row["message"], said)

    def score(self, *arguments, metric="overlap", **options):
        return self.assay("score", "-m", metric, *arguments, **options)

    def check_file(self, name, content, *arguments, index=0):
        self.write(name, content)
        self.check(self.score(name, "-o", "out.jsonl", *arguments), index=index)
