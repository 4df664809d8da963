"""What the tests of the program share: running it, temporary folders, records.

The built program is named by ASSAY_PROGRAM, the checkout by ASSAY_SOURCE_DIR.
"""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ["ASSAY_PROGRAM"]
SOURCE = Path(os.environ["ASSAY_SOURCE_DIR"])
EXAMPLES = SOURCE / "examples" / "dialogues.jsonl"

GOOD, FAILED, USAGE, ENVIRONMENT, INTERRUPTED = 0, 1, 2, 3, 130


def environment(**changes):
    """The caller's environment without what changes how the program prints."""
    variables = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "ASSAY_MODELS")}
    variables.update(TERM="xterm", **changes)
    return variables


def rest_of(process):
    """What the program still says, and its errors, once it has ended. communicate() would lose the lines
    that a readline() before it took from the pipe together with its own."""
    told = process.stdout.read()
    errors = process.stderr.read()
    process.wait(timeout=60)
    return told, errors


def record(number=0, **fields):
    """A record that every metric can score."""
    base = {
        "id": f"r{number}",
        "response": "Ada Lovelace was born in London in 1815.",
        "knowledge": "Ada Lovelace was born on 10 December 1815 in London.",
    }
    base.update(fields)
    return {name: value for name, value in base.items() if value is not None}


# A response with more phrases to ask about than Q² takes.
COLOURS = "red green blue old new tall small warm cold quiet loud bright dark soft hard".split()
ENDLESS = " ".join(f"The {one} {two} {noun} is here." for one in COLOURS for two in COLOURS
                   for noun in "house river garden table book song".split() if one != two)


def commands_of(completion):
    """Every command path that the bash completion knows: "assay models list"."""
    paths = set()
    for line in completion.splitlines():
        head, separator, _ = line.strip().partition(") options=")
        if separator:
            paths.add(head.strip('"'))
    return sorted(paths)


class ProgramTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="assay-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def assay(self, *arguments, **options):
        """Runs the program in the test's folder; texts in and out unless `text=False`."""
        options.setdefault("text", True)
        options.setdefault("env", environment())
        return subprocess.run(
            [PROGRAM, *map(str, arguments)], cwd=self.folder, capture_output=True, timeout=300,
            **options)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def write_records(self, name, records):
        return self.write(name, "".join(json.dumps(r) + "\n" for r in records))

    def results(self, name="out.jsonl"):
        """The result lines of a finished file, without the summary."""
        lines = (self.folder / name).read_text().splitlines()
        parsed = [json.loads(line) for line in lines]
        self.assertEqual(parsed[-1]["type"], "summary")
        return parsed[:-1]

    def assert_exit(self, run, code):
        self.assertEqual(run.returncode, code, f"{run.args}\n{run.stdout}\n{run.stderr}")
