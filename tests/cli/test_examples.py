"""The examples of the help and of the documents, run where they name a file of examples/."""

import os
import re
import shutil
import subprocess
import unittest
from pathlib import Path

from harness import GOOD, PROGRAM, SOURCE, ProgramTest, commands_of, environment

BUNDLED = ("dialogues.jsonl", "answers.csv", "judged.jsonl", "judged.scores.jsonl")


def names_bundled_file(line):
    return any(re.search(rf"(^|[ /]){re.escape(name)}($|[ )|>])", line) for name in BUNDLED)


def names_own_model(line):
    """A model that the reader is to bring."""
    return re.search(r"--(nli|qa|qg|embedder) (?!rules)", line) is not None


def documented_commands():
    """Commands of code blocks in the documents: fenced ones and indented ones."""
    documents = [SOURCE / "README.md", SOURCE / "examples" / "README.md",
                 *sorted((SOURCE / "docs").rglob("*.md"))]
    for document in documents:
        text = re.sub(r"\\\n\s*", "", document.read_text(encoding="utf-8"))
        for line in text.splitlines():
            if re.match(r"\s*assay (score|plan|explain|report|analyze|evaluate|calibrate) ", line):
                yield document.name, line.strip()


class Examples(ProgramTest):
    def setUp(self):
        super().setUp()
        for name in BUNDLED[:3]:
            shutil.copy(SOURCE / "examples" / name, self.folder)
        (self.folder / "examples").symlink_to(SOURCE / "examples")
        self.environment = environment(PATH=f"{Path(PROGRAM).parent}:{os.environ['PATH']}")

    def run_example(self, command, origin):
        """The command itself: what its output is piped into needs programs of others."""
        if command.startswith("assay score"):
            for old in self.folder.glob("*scores.jsonl*"):
                old.unlink()
        else:
            self.assay("score", "-m", "overlap", "dialogues.jsonl", "-o", "scores.jsonl",
                       "--overwrite", "--restart")
            if "judged.scores" in command:
                self.assay("score", "-m", "overlap,nli", "judged.jsonl", "-o", "judged.scores.jsonl")
        run = subprocess.run(["bash", "-c", command.partition(" | ")[0]], cwd=self.folder,
                             capture_output=True, text=True, env=self.environment, timeout=300)
        self.assertEqual(run.returncode, GOOD, f"{origin}: {command}\n{run.stderr}")

    def test_of_the_help(self):
        ran = 0
        for path in commands_of(self.assay("completion", "bash").stdout):
            help_text = self.assay(*path.split()[1:], "--help").stdout
            for line in help_text.partition("Examples:\n")[2].splitlines():
                if names_bundled_file(line):
                    self.run_example(line.strip(), path)
                    ran += 1
        self.assertGreaterEqual(ran, 8)

    def test_of_the_documents(self):
        ran = 0
        for document, command in documented_commands():
            if names_bundled_file(command) and not names_own_model(command):
                self.run_example(command, document)
                ran += 1
        self.assertGreaterEqual(ran, 3)


if __name__ == "__main__":
    unittest.main()
