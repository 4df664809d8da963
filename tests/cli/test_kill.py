"""Kills a run at random moments, resumes it, and compares with a run that was left alone.

    ASSAY_KILLS=100 test_kill.py     # how many kills; the seed is ASSAY_SEED

Every round kills `assay score` with SIGKILL after a random time, resumes it until it is done, and
checks that
- the output is byte for byte that of an uninterrupted run, and nothing else is left behind;
- a resumed process starts at a window that was committed before and asks its models at most for
  the inputs of the windows that were left.
"""

import json
import os
import random
import signal
import subprocess
import time
import unittest

from harness import EXAMPLES, GOOD, PROGRAM, ProgramTest, environment

KILLS = int(os.environ.get("ASSAY_KILLS", "4"))
SEED = int(os.environ.get("ASSAY_SEED", "1"))
WINDOW = 16
COPIES = 4


def model_inputs(summary):
    return sum(model.get("inputs", 0) for model in summary["models"])


class Kill(ProgramTest):
    METRIC = "nli,overlap"

    def setUp(self):
        super().setUp()
        examples = EXAMPLES.read_text().splitlines(True)
        self.write("in.jsonl", "".join(examples * COPIES))
        self.records = len(examples) * COPIES
        start = time.monotonic()
        self.whole = self.finish("whole.jsonl")
        self.seconds = time.monotonic() - start
        self.expected = (self.folder / "whole.jsonl").read_bytes()
        self.known_inputs = {0: model_inputs(self.whole)}

    def command(self, output):
        return ["score", "-m", self.METRIC, "in.jsonl", "-o", output, "--window", str(WINDOW), "--json"]

    def finish(self, output):
        run = self.assay(*self.command(output))
        self.assert_exit(run, GOOD)
        return json.loads(run.stdout)

    def inputs_after(self, start):
        """Model inputs of the records from `start` on, by a run of them alone."""
        if start not in self.known_inputs:
            lines = (self.folder / "in.jsonl").read_text().splitlines(True)
            self.write("rest.jsonl", "".join(lines[start:]))
            run = self.assay("score", "-m", self.METRIC, "rest.jsonl", "-o", "rest.out", "--window",
                             str(WINDOW), "--json", "--overwrite")
            self.assert_exit(run, GOOD)
            self.known_inputs[start] = model_inputs(json.loads(run.stdout))
        return self.known_inputs[start]

    def kill_once(self, output, delay):
        """Whether the process was still there to be killed."""
        with subprocess.Popen([PROGRAM, *self.command(output)], cwd=self.folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              env=environment()) as process:
            try:
                process.wait(timeout=delay)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                return True
        return False

    def check_resumed(self, output, killed):
        summary = self.finish(output) if not (self.folder / output).exists() else None
        self.assertEqual((self.folder / output).read_bytes(), self.expected)
        left = sorted(path.name for path in self.folder.glob(output + ".*"))
        self.assertEqual(left, self.left_after_a_whole_run())
        if summary is None:
            return 0
        resumed = summary["n_resumed"]
        self.assertTrue(resumed % WINDOW == 0 or resumed == self.records,
                        "resumed between two windows")
        self.assertLessEqual(model_inputs(summary), self.inputs_after(resumed), killed)
        return resumed

    def left_after_a_whole_run(self):
        return sorted(path.name.replace("whole", "killed")
                      for path in self.folder.glob("whole.jsonl.*"))

    def test_kills(self):
        chance = random.Random(SEED)
        killed = resumed = 0
        while killed < KILLS:
            output = "killed.jsonl"
            for path in self.folder.glob(output + "*"):
                path.unlink()
            # Sometimes a run is killed several times before it may finish.
            for _ in range(chance.choice([1, 1, 2, 3])):
                if not (self.folder / output).exists():
                    killed += self.kill_once(output, chance.uniform(0.02, 1.1) * self.seconds)
            resumed += self.check_resumed(output, killed) > 0
        print(f"{killed} kills (seed {SEED}), {resumed} runs went on from a committed window")


if __name__ == "__main__":
    unittest.main()
