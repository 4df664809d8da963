"""A million short records through `overlap`: memory must not grow with the input."""

import json
import os
import resource
import subprocess
import unittest

from harness import GOOD, PROGRAM, ProgramTest, environment

RECORDS = int(os.environ.get("ASSAY_RECORDS", "1000000"))
LIMIT_BYTES = 1 << 30
PLACES = ("London", "Paris", "Rome", "Oslo", "Vienna", "Madrid", "Lisbon")


class Million(ProgramTest):
    def setUp(self):
        super().setUp()
        with open(self.folder / "in.jsonl", "w") as out:
            for i in range(RECORDS):
                place = PLACES[i % len(PLACES)]
                json.dump({"id": f"r{i}", "response": f"The museum of {place} opened in {i}.",
                           "knowledge": f"In {i - i % 2} a museum was opened in {place}."}, out)
                out.write("\n")

    def test_memory_is_bounded(self):
        run = subprocess.run(
            [PROGRAM, "score", "-m", "overlap", "in.jsonl", "-o", "out.jsonl", "--json"],
            cwd=self.folder, capture_output=True, text=True, env=environment())
        self.assert_exit(run, GOOD)
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
        summary = json.loads(run.stdout)
        print(f"{RECORDS} records in {summary['seconds']:.1f} s, at most {peak / 1e6:.0f} MB")
        self.assertEqual(summary["metrics"][0]["n_measured"], RECORDS)
        self.assertLess(peak, LIMIT_BYTES)


if __name__ == "__main__":
    unittest.main()
