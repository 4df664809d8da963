"""Shell completion, tried in real shells."""

import os
import shutil
import subprocess
import unittest
from pathlib import Path

from harness import GOOD, PROGRAM, ProgramTest, environment
from shells import Shell

# What is typed, and what it is when the tabulator was pressed. The folder holds the file out.jsonl
# and the folder rooms.
COMPLETED = (
    ("assay compl", "assay completion"),
    ("assay completion z", "assay completion zsh"),
    ("assay models ve", "assay models verify"),
    ("assay score --fail-u", "assay score --fail-under"),
    ("assay score --format c", "assay score --format csv"),
    ("assay score --format=c", "assay score --format=csv"),
    ("assay score --compat=q", "assay score --compat=q2-paper"),
    ("assay score -m q2,r", "assay score -m q2,rouge"),
    ("assay score --metric=q2,r", "assay score --metric=q2,rouge"),
    ("assay score --metric=q2,nli,o", "assay score --metric=q2,nli,overlap"),
    ("assay score --window=o", "assay score --window=o"),
    ("assay score --field response=o", "assay score --field response=o"),
    ("assay score --cache=o", "assay score --cache=out.jsonl"),
    ("assay score --nli roo", "assay score --nli rooms/"),
    ("assay score --nli=roo", "assay score --nli=rooms/"),
    ("assay score o", "assay score out.jsonl"),
    ("assay score --metric=q2 -o x o", "assay score --metric=q2 -o x out.jsonl"),
    ("assay score in.jsonl o", "assay score in.jsonl o"),
    ("assay explain o", "assay explain out.jsonl"),
    ("assay explain --metric q2 o", "assay explain --metric q2 out.jsonl"),
    ("assay explain out.jsonl o", "assay explain out.jsonl o"),
    ("assay explain out.jsonl id --metric m", "assay explain out.jsonl id --metric meteor"),
    ("assay explain out.jsonl id --input=o", "assay explain out.jsonl id --input=out.jsonl"),
    ("assay report out.jsonl --format=j", "assay report out.jsonl --format=junit"),
    ("assay report o", "assay report out.jsonl"),
    ("assay models path nl", "assay models path nli"),
    ("assay models verify nli q", "assay models verify nli qa"),
    ("assay models verify --models=roo", "assay models verify --models=rooms/"),
)


class Completion(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("out.jsonl", "")
        (self.folder / "rooms").mkdir()
        path = f"{Path(PROGRAM).parent}{os.pathsep}{os.environ['PATH']}"
        self.environment = environment(PATH=path, HOME=str(self.folder))

    def need(self, shell):
        if not shutil.which(shell):
            self.skipTest(f"{shell} is not installed: its completion script was not run")

    def check_at_a_terminal(self, shell, cases=COMPLETED, start=""):
        self.need(shell)
        with Shell(shell, self.folder, self.environment, start) as terminal:
            for typed, completed in cases:
                self.assertEqual(terminal.completed(typed), completed)

    def test_bash(self):
        self.check_at_a_terminal("bash")

    def test_bash_that_does_not_cut_words_at_equals_signs(self):
        cases = [case for case in COMPLETED if "rooms" not in case[1]]
        self.check_at_a_terminal("bash", cases, "COMP_WORDBREAKS=${COMP_WORDBREAKS//=}\n")

    def test_zsh(self):
        self.check_at_a_terminal("zsh")

    def test_fish(self):
        self.need("fish")
        self.write("assay.fish", self.assay("completion", "fish").stdout)
        for typed, completed in COMPLETED:
            run = subprocess.run(
                ["fish", "-N", "-c", f"source assay.fish; complete -C '{typed}'"],
                capture_output=True, text=True, cwd=self.folder, timeout=60, env=self.environment)
            word = completed.split(" ")[-1]
            offered = [line.split("\t")[0] for line in run.stdout.splitlines()]
            # Fish offers nothing where nothing fits, and whole words elsewhere.
            self.assertEqual(offered, [] if typed == completed else [word], (typed, run.stderr))

    def test_every_choice_is_offered_in_bash(self):
        script = self.assay("completion", "bash").stdout
        script += ("\nCOMP_WORDS=(assay explain out.jsonl id --metric ''); COMP_CWORD=5\n"
                   '_assay; printf "%s\\n" "${COMPREPLY[@]}"\n')
        run = subprocess.run(["bash", "-c", script], capture_output=True, text=True,
                             cwd=self.folder, env=self.environment, timeout=60)
        self.assertEqual(run.stderr, "")
        self.assertEqual(run.stdout.split(), ["q2", "q2-f1", "nli", "nli-sentences", "overlap", "bleu", "rouge", "meteor",
                          "bertscore", "embedding", "ensemble"])

    def check_syntax(self, shell):
        script = self.assay("completion", shell)
        self.assert_exit(script, GOOD)
        self.assertIn("assay models list", script.stdout)
        self.need(shell)
        check = subprocess.run([shell, "-n"], input=script.stdout, capture_output=True, text=True)
        self.assertEqual((check.returncode, check.stderr), (0, ""))

    def test_syntax(self):
        for shell in ("bash", "zsh", "fish"):
            with self.subTest(shell):
                self.check_syntax(shell)


if __name__ == "__main__":
    unittest.main()
