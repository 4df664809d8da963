"""The table of docs/bad_input.md and the tests that read it are of the same rows."""

import importlib
import re
import unittest
from pathlib import Path

from bad_input_rows import TABLE, RowTest
from harness import SOURCE


def row_tests():
    """The ids of the rows that the test files beside this one have a test for."""
    for path in Path(__file__).parent.glob("test_bad_*.py"):
        for member in vars(importlib.import_module(path.stem)).values():
            if isinstance(member, type) and issubclass(member, RowTest):
                for name in unittest.TestLoader().getTestCaseNames(member):
                    yield name.removeprefix("test_").replace("_", "-")


class Table(unittest.TestCase):
    def test_every_row_has_a_test_and_every_test_a_row(self):
        self.assertGreater(len(TABLE), 50)
        self.assertEqual(set(row_tests()), set(TABLE))

    def test_ids_are_unique(self):
        text = (SOURCE / "docs" / "bad_input.md").read_text()
        ids = re.findall(r"(?m)^\| ([a-z0-9-]+) \|", text)
        self.assertEqual(len([i for i in ids if i != "id"]), len(TABLE))  # not the headings


if __name__ == "__main__":
    unittest.main()
