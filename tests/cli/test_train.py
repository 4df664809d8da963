"""`assay train` from the outside, with a tiny language model of random weights: what it says, what a run
leaves."""

import json
import os
import shutil
import subprocess
import unittest
from pathlib import Path

from harness import ENVIRONMENT, GOOD, PROGRAM, SOURCE, USAGE, ProgramTest

LLAMA = SOURCE / "tests" / "data" / "generation" / "tiny_llama.gguf"
ROWS = "".join(json.dumps({"prompt": f"Name river {i}.", "answer": f" River {i}"}) + "\n" for i in range(6))
HAS_TRAINER = (Path(PROGRAM).parent / "assay-train").exists()


@unittest.skipUnless(HAS_TRAINER, "the trainer is not built: tools/setup.sh train")
class Training(ProgramTest):
    def setUp(self):
        super().setUp()
        self.rows = self.write("rows.jsonl", ROWS)

    def train(self, *more, code=GOOD, rows="rows.jsonl"):
        run = self.assay("train", "lora", rows, "--eval", rows, "--base", LLAMA, "--raw", "--rank", "2",
                         "--batch", "2", "--epochs", "2", "--max-length", "64", "--threads", "1",
                         "-o", "run", *more)
        self.assert_exit(run, code)
        return run.stderr

    def test_the_end_of_a_run_says_where_the_result_is(self):
        told = self.train()
        self.assertIn("finished after step 6; the best evaluation, score", told)
        self.assertIn("is that of run/best, the end run/last", told)
        self.assertIn(f"use it:  assay generate {LLAMA} --raw --adapter run/best/adapter.gguf", told)
        self.assertRegex(told, r"step 1/6  loss \d+\.\d+  \d+\.\d examples/s")
        picture = (self.folder / "run" / "curves.svg").read_text()
        self.assertIn("loss", picture)
        self.assertIn("score of the evaluations", picture)
        self.write("in.jsonl", '{"prompt": "Name river 1."}')
        used = self.assay("generate", LLAMA, "--raw", "--adapter", "run/best/adapter.gguf", "in.jsonl",
                          "--max-tokens", "2")
        self.assert_exit(used, GOOD)

    def test_the_blas_uses_what_the_processor_can_do(self):
        flags = Path("/proc/cpuinfo").read_text()
        known = {**os.environ, "OPENBLAS_VERBOSE": "2"}
        known.pop("OPENBLAS_CORETYPE", None)
        trainer = Path(PROGRAM).parent / "assay-train"
        run = subprocess.run([trainer, "--version"], env=known, capture_output=True, text=True, check=True)
        if " avx2 " not in flags or "Core: " not in run.stderr:
            self.skipTest("a processor without AVX2, or another BLAS than OpenBLAS")
        self.assertNotEqual(run.stderr.split("Core: ")[-1].split()[0], "Prescott")

    def test_a_message_about_a_damaged_file_is_text(self):
        base = self.folder / "base"
        shutil.copytree(SOURCE / "tests" / "data" / "encoders" / "bert_span", base)
        damaged = (base / "tokenizer.json").read_bytes().replace(b'"model"', b'"mod\xf0\x1b[1ml"', 1)
        (base / "tokenizer.json").write_bytes(damaged)
        self.write("qa.jsonl", '{"context": "It is in Paris.", "question": "Where?", "answer_text": "Paris", "answer_start": 9}\n')
        run = self.assay("train", "span", "qa.jsonl", "--base", base, "--max-length", "24", "--stride", "8",
                         "-o", "run")
        self.assert_exit(run, ENVIRONMENT)
        self.assertIn("base/tokenizer.json: not valid JSON", run.stderr)
        self.assertIn("\\xf0", run.stderr)
        self.assertNotIn("\x1b[1m", run.stderr)

    def test_adapters_are_trained_with_products_in_16_bits(self):
        if " avx512_bf16 " not in Path("/proc/cpuinfo").read_text():
            self.skipTest("a processor without AVX-512 BF16")
        self.assertIn("finished after step 6", self.train("--precision", "bf16"))

    def test_a_finished_run_has_nothing_to_go_on_with(self):
        self.train()
        self.assertIn("finished already after step 6", self.train("--resume"))
        told = self.train(code=USAGE)
        self.assertIn("run: holds a run already", told)
        self.assertNotIn("tokens", told)  # before any row is read

    def test_data_that_was_moved_is_the_same_data(self):
        self.train()
        os.rename(self.folder / "rows.jsonl", self.folder / "moved.jsonl")
        self.assertIn("finished already", self.train("--resume", rows="moved.jsonl"))
        self.write("other.jsonl", ROWS.replace("river", "lake"))
        told = self.train("--resume", rows="other.jsonl", code=USAGE)
        self.assertIn("other values of: data, evaluation", told)

    def test_without_evaluation_the_end_is_the_result(self):
        run = self.assay("train", "lora", "rows.jsonl", "--base", LLAMA, "--raw", "--rank", "2",
                         "--epochs", "1", "--max-length", "64", "--threads", "1", "-o", "run")
        self.assert_exit(run, GOOD)
        self.assertIn("it was not evaluated (--eval); the model is run/last", run.stderr)

    def test_mistakes(self):
        for arguments, code, told in (
                (["lora", "rows.jsonl", "-o", "run", "--epoch", "1"], USAGE, "did you mean `--epochs`?"),
                (["lor", "rows.jsonl", "-o", "run"], USAGE, "did you mean `lora`?"),
                (["lora", "rows.jsonl", "-o", "run", "--batch", "0"], USAGE, "must be a whole number from 1"),
                (["lora", "rows.jsonl", "-o", "run", "--precision", "f23"], USAGE, "did you mean `f32`?"),
                (["lora", "rows.jsonl", "-o", "run", "--base", "nowhere"], USAGE,
                 "--base nowhere: no such file, and no model of that name"),
                (["pair", "rows.jsonl", "-o", "run", "--base", "nowhere"], USAGE, "no model `nowhere`")):
            with self.subTest(told=told):
                run = self.assay("train", *arguments)
                self.assert_exit(run, code)
                self.assertIn(told, run.stderr)

    def test_help_looks_like_that_of_other_commands(self):
        for command in ("pair", "span", "seq2seq", "lora"):
            run = self.assay("train", command, "--help")
            self.assert_exit(run, GOOD)
            self.assertIn("--epochs X", run.stdout)
            self.assertIn("(default: 3)", run.stdout)
            self.assertNotIn("UINT", run.stdout)
            self.assertNotIn("REQUIRED", run.stdout)
        self.assertIn("seq2seq", self.assay("train").stderr)


if __name__ == "__main__":
    unittest.main()
