"""The rows of docs/bad_input.md on the machine: disks, models that are not there, caches."""

import json
import os
import resource
import shutil
import signal
import subprocess
import unittest

from bad_input_rows import RowTest
from harness import PROGRAM, SOURCE, environment, record


class BadMachines(RowTest):
    def test_full_disk(self):
        self.write_records("in.jsonl", [record(i) for i in range(5000)])

        def limit_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # as on a disk, there is no signal
            resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))

        self.check(self.score("in.jsonl", "-o", "out.jsonl", preexec_fn=limit_files))
        resumed = self.score("in.jsonl", "-o", "out.jsonl", "--json")
        self.assert_exit(resumed, 0)
        self.assertGreater(json.loads(resumed.stdout)["n_resumed"], 0)
        self.assertEqual(len(self.results()), 5000)

    def test_file_size_limit(self):
        self.write_records("in.jsonl", [record(i) for i in range(5000)])
        run = subprocess.run(
            ["bash", "-c", f"ulimit -f 200; {PROGRAM} score -m overlap in.jsonl -o out.jsonl"],
            cwd=self.folder, capture_output=True, text=True, timeout=60, env=environment())
        self.check(run)
        self.assert_exit(self.score("in.jsonl", "-o", "out.jsonl"), 0)
        self.assertEqual(len(self.results()), 5000)

    def test_full_output(self):
        self.write_records("in.jsonl", [record(i) for i in range(1000)])
        with open("/dev/full", "w") as full:
            run = subprocess.run([PROGRAM, "score", "-m", "overlap", "in.jsonl", "-o", "-"],
                                 cwd=self.folder, stdout=full, stderr=subprocess.PIPE, text=True)
        self.check(run)

    def test_full_device(self):
        self.write_records("in.jsonl", [record(i) for i in range(1000)])
        self.check(self.score("in.jsonl", "-o", "/dev/full"))

    def test_not_an_nli_model(self):
        folder = SOURCE / ".deps" / "models" / "all-minilm-l6-v2"
        if not folder.is_dir():
            self.skipTest(f"{folder} is missing: no embedder was given as NLI model")
        self.check(self.score_with_nli(folder))

    def test_model_for_another_task(self):
        self.check(self.score_with_nli(SOURCE / "models" / "qa"))

    def score_with_nli(self, folder):
        self.write_records("in.jsonl", [record()])
        return self.score("in.jsonl", "-o", "out.jsonl", "--nli", folder, metric="nli")

    def damaged_model(self, file):
        """A copy of the NLI model with half of one file."""
        source = self.assay("models", "path", "nli").stdout.strip()
        shutil.copytree(source, self.folder / "nli")
        damaged = self.folder / "nli" / file
        damaged.write_bytes(damaged.read_bytes()[:damaged.stat().st_size // 2])
        return "nli"

    def test_no_model(self):
        self.check(self.score_with_nli("nowhere"))

    def test_empty_model_folder(self):
        (self.folder / "nli").mkdir()
        self.check(self.score_with_nli("nli"))

    def test_pipe_in_model_folder(self):
        (self.folder / "nli").mkdir()
        os.mkfifo(self.folder / "nli" / "config.json")
        self.check(self.score_with_nli("nli"))

    def test_folder_in_model_folder(self):
        (self.folder / "nli" / "config.json").mkdir(parents=True)
        self.check(self.score_with_nli("nli"))

    def test_corrupt_weights(self):
        self.check(self.score_with_nli(self.damaged_model("openvino_model.bin")))

    def test_corrupt_tokenizer(self):
        self.check(self.score_with_nli(self.damaged_model("tokenizer.json")))

    def test_corrupt_cache(self):
        self.write("cache", os.urandom(8192))
        self.write_records("in.jsonl", [record()])
        self.check(self.score("in.jsonl", "-o", "out.jsonl", "--cache", "cache", metric="nli"))


if __name__ == "__main__":
    unittest.main()
