"""The scripts that make the default models: what they say where something is missing."""

import gzip
import json
import os
import subprocess
import unittest

from harness import GOOD, SOURCE, USAGE, ProgramTest


class Scripts(ProgramTest):
    def script(self, *arguments):
        return subprocess.run([str(a) for a in arguments], cwd=SOURCE, capture_output=True, text=True,
                              timeout=60, env=dict(os.environ, WORK=str(self.folder / "work")))

    def test_all_files_that_are_not_there_are_named(self):
        run = self.script("tools/make_models.sh", self.folder, "nli", "qa")
        self.assert_exit(run, USAGE)
        for name in ("dev/nli", "dev/qa", "nli", "nli_binary", "factver", "qa", "qa_usertext", "qasrl"):
            self.assertIn(f"{self.folder}/{name}.jsonl", run.stderr)
        self.assertIn("docs/training.md", run.stderr)
        self.assertFalse((self.folder / "work").exists())

    def test_a_mix_names_the_file_that_is_not_there(self):
        for name in ("nli", "qa", "qg"):
            run = self.script("python3", f"tools/models/{name}_mix.py", self.folder, self.folder / "out.gz")
            self.assert_exit(run, 1)
            self.assertRegex(run.stderr, r"^\S+\.jsonl\.gz is not there: docs/training.md says")
            self.assertNotIn("Traceback", run.stderr)

    def test_a_question_that_squad_holds_as_well_comes_once(self):
        context = "The old bridge of Brunau was built by Ada Kern in 1871. It crosses a narrow river."
        asked = {"Who built the old bridge of Brunau?": "Ada Kern", "What does the bridge cross?": "a narrow river"}
        rows = [{"context": context, "question": question, "answer_text": answer,
                 "answer_start": context.index(answer), "source": "squad1_train_part", "split": "train"}
                for question, answer in asked.items()]
        for name in ("qa", "qa_usertext", "qasrl"):
            text = "".join(json.dumps(row) + "\n" for row in rows if name == "qa")
            (self.folder / f"{name}.jsonl.gz").write_bytes(gzip.compress(text.encode()))
        first = rows[0]
        (self.folder / "train-v1.1.json").write_text(json.dumps({"version": "1.1", "data": [{
            "title": "Brunau", "paragraphs": [{"context": context, "qas": [{
                "id": "1", "question": first["question"] + " ",
                "answers": [{"text": first["answer_text"], "answer_start": first["answer_start"]}]}]}]}]}))
        for name, kind in (("qa", "answer"), ("qg", "question")):
            out = self.folder / f"{name}.gz"
            run = self.script("python3", f"tools/models/{name}_mix.py", self.folder, out)
            self.assert_exit(run, GOOD)
            self.assertIn(f"squad1_train\t{kind}\t1\n", run.stdout)
            self.assertIn(f"squad1_train_part\t{kind}\t1\n", run.stdout)
            questions = [json.loads(line)["question"] for line in gzip.decompress(out.read_bytes()).splitlines()]
            self.assertEqual(questions.count(first["question"]), 1)

    def test_help(self):
        for name in ("make_models", "quantize"):
            run = self.script(f"tools/{name}.sh", "--help")
            self.assert_exit(run, GOOD)
            self.assertIn(f"tools/{name}.sh ", run.stdout)
            self.assertNotIn("set -e", run.stdout)
            self.assert_exit(self.script(f"tools/{name}.sh"), USAGE)


if __name__ == "__main__":
    unittest.main()
