"""The rows of docs/bad_input.md on language models, servers and training."""

import gzip
import http.server
import json
import os
import resource
import shutil
import struct
import threading
import unittest
from pathlib import Path

from bad_input_rows import RowTest
from gguf_file import GgufFile
from harness import PROGRAM, SOURCE, record

GENERATION = SOURCE / "tests" / "data" / "generation"
LLAMA = GENERATION / "tiny_llama.gguf"
T5 = GENERATION / "tiny_t5.gguf"
LORA = GENERATION / "tiny_lora.gguf"
GENERATOR = SOURCE / "tests" / "data" / "question_generator"
ENCODERS = SOURCE / "tests" / "data" / "encoders"
U32, I8 = 4, 24  # types of a field and of a tensor

PAIR = {"premise": "The cat sat.", "hypothesis": "A cat sat.", "label": "entailment"}
ANSWER = {"context": "Ada was born in London.", "question": "Where?", "answer_text": "London",
          "answer_start": 16}


class BadModels(RowTest):
    # Files of language models

    def generate(self, model, *options):
        self.write("in.jsonl", '{"prompt": "a"}\n{"prompt": "b"}\n')
        return self.assay("generate", model, "in.jsonl", "--raw", "--max-tokens", "3", "--threads", "1",
                          *options)

    def check_damaged(self, model, damage, *options):
        file = GgufFile(model)
        damage(file)
        self.write("damaged.gguf", file.written())
        run = self.generate("damaged.gguf", *options)
        self.check(run)
        return run

    def test_generate_missing_file(self):
        self.check(self.assay("generate", GENERATION / "tiny_llama.gguf", "nothing.jsonl"))

    def test_generate_bad_prompt(self):
        self.write("in.jsonl", '{"prompt": "a"}\n{"text": "b"}\n{"prompt": "c"}\n')
        run = self.assay("generate", GENERATION / "tiny_llama.gguf", "in.jsonl", "--max-tokens", "2")
        self.check(run)
        lines = [json.loads(line) for line in run.stdout.splitlines()]
        self.assertEqual(["error" in line for line in lines], [False, True, False])

    def test_generate_not_a_model(self):
        self.write("text.gguf", "no model")
        self.write("in.jsonl", '{"prompt": "a"}')
        self.check(self.assay("generate", "text.gguf", "in.jsonl"))

    def test_generate_endless_grammar(self):
        nullable = "".join(f"n{i} ::= n{i + 1} n{i + 1}\n" for i in range(40))
        self.write("nullable.gbnf", 'root ::= n0 "a"\n' + nullable + 'n40 ::= "b"?\n')
        self.check(self.generate(LLAMA, "--grammar", "nullable.gbnf"))

    def test_generate_grammar_folder(self):
        (self.folder / "in").mkdir()
        self.check(self.generate(LLAMA, "--grammar", "in"))

    def test_generate_no_layers(self):
        self.check_damaged(LLAMA, lambda file: file.fields.update({b"llama.block_count": [U32, 0]}))

    def test_generate_double_tokens(self):
        def damage(file):
            tokens = file.fields[b"tokenizer.ggml.tokens"][2]
            tokens[:] = [tokens[5]] * len(tokens)
        self.check_damaged(LLAMA, damage)

    def test_generate_many_layers(self):
        self.check_damaged(T5, lambda file: file.fields.update(
            {b"t5.decoder_block_count": [U32, 1 << 20]}))

    def test_generate_no_context(self):
        self.check_damaged(LLAMA, lambda file: file.fields.update({b"llama.context_length": [U32, 0]}))

    def test_generate_integer_weights(self):
        def damage(file):
            last = max(file.tensors, key=lambda tensor: tensor[3])
            last[2] = I8
        self.check_damaged(LLAMA, damage)

    def test_generate_not_finite(self):
        def damage(file):
            file.data = struct.pack("<f", float("nan")) * (len(file.data) // 4)
        for options in ([], ["--beams", "3"], ["--temperature", "1"]):
            run = self.check_damaged(LLAMA, damage, *options)
            self.assertEqual(["error" in json.loads(line) for line in run.stdout.splitlines()],
                             [True, True])

    def test_generate_one_infinite(self):
        def damage(file):
            file.data = file.data[:-4] + struct.pack("<f", float("inf"))
        for options in ([], ["--beams", "3"]):
            self.check_damaged(LLAMA, damage, *options)

    def test_generate_huge_scale(self):
        self.check(self.generate(LLAMA, "--adapter", LORA, "--adapter-scale", "1e38"))

    def test_generate_adapter_as_model(self):
        self.check(self.generate(LORA))

    # Folders of question generators

    def ask_of(self, damage_config=None, damage_weights=None):
        folder = self.folder / "qg"
        shutil.copytree(GENERATOR, folder)
        config = json.loads((folder / "config.json").read_text())
        config.update(damage_config or {})
        (folder / "config.json").write_text(json.dumps(config))
        weights = (folder / "model.safetensors").read_bytes()
        (folder / "model.safetensors").write_bytes((damage_weights or bytes)(weights))
        self.write_records("records.jsonl", [record()])
        return self.assay("score", "-m", "q2", "--qg", "qg", "records.jsonl", "-o", "out.jsonl")

    def test_generator_not_finite(self):
        nan = struct.pack("<f", float("nan"))
        self.check(self.ask_of(damage_weights=lambda weights: weights[:-4] + nan))

    def test_generator_few_layers(self):
        self.check(self.ask_of({"num_hidden_layers": 1}))

    def test_generator_many_layers(self):
        self.check(self.ask_of({"num_hidden_layers": 1_000_000}))

    def test_generator_odd_norm(self):
        self.check(self.ask_of({"layer_norm_eps": -1}))

    # Servers

    def ask(self, *options, address=None, body=b"", status=200):
        class Server(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        address = address or f"http://127.0.0.1:{server.server_address[1]}/v1"
        self.write("in.jsonl", '{"prompt": "a"}\n')
        return self.assay("generate", "--endpoint", address, "--model", "m", "in.jsonl", *options)

    def test_endpoint_deep_error(self):
        for open_, close in ((b"[", b"]"), (b'{"a":', b"}")):
            deep = open_ * 300_000 + b"1" + close * 300_000
            self.check(self.ask(body=b'{"error":' + deep + b"}", status=400))

    def test_endpoint_bad_address(self):
        for address in ("127.0.0.1:8080/v1", "ftp://127.0.0.1", "http:// /"):
            self.check(self.ask(address=address))

    def test_endpoint_secret_in_address(self):
        for address in ("http://me:hush@127.0.0.1:1/v1", "http://hush@127.0.0.1:1/v1"):
            run = self.ask(address=address)
            self.check(run)
            self.assertNotIn("hush", run.stderr)

    def test_endpoint_no_key(self):
        self.check(self.ask("--key-variable", "ASSAY_TEST_NO_SUCH_KEY"))

    def test_endpoint_beams(self):
        self.check(self.ask("--beams", "2"))

    # Training

    def require_trainer(self):
        if not (Path(PROGRAM).parent / "assay-train").exists():
            self.skipTest("the trainer is not built: tools/setup.sh train")

    def train(self, task, rows, *options, base=None, **how):
        self.require_trainer()
        self.write_records("rows.jsonl", rows)
        base = base or ENCODERS / ("bert_span" if task == "span" else "bert_classify")
        stride = ["--stride", "4"] if task == "span" else []
        return self.assay("train", task, "rows.jsonl", "--base", base, "--max-length", "16", "-o", "run",
                          *stride, *options, **how)

    def check_untrained(self, run):
        self.check(run)
        self.assertEqual(list(self.folder.glob("run/*/model.safetensors")), [])

    def test_train_negative_count(self):
        for option in ("--batch", "--seed", "--eval-every", "--source-cap"):
            self.check_untrained(self.train("pair", [PAIR], option, "-1"))

    def test_train_huge_count(self):
        for number in ("18446744073709551615", "99999999999999999999"):
            self.check_untrained(self.train("pair", [PAIR], "--batch", number))

    def test_train_infinite_rate(self):
        for rate in ("inf", "nan"):
            self.check_untrained(self.train("pair", [PAIR], "--learning-rate", rate))

    def test_train_huge_rate(self):
        self.check_untrained(self.train("pair", [PAIR], "--learning-rate", "1e30"))

    def test_train_diverges(self):
        self.check_untrained(self.train("pair", [PAIR], "--learning-rate", "10", "--weight-decay", "100",
                                        "--epochs", "60", "--warmup", "0"))

    def test_train_empty_evaluation(self):
        self.write("dev.jsonl", "\n")
        self.check_untrained(self.train("pair", [PAIR], "--eval", "dev=dev.jsonl"))

    def test_train_evaluation_twice(self):
        self.check_untrained(self.train("pair", [PAIR], "--eval", "rows.jsonl", "--eval", "rows.jsonl"))

    def test_train_label_twice(self):
        self.check_untrained(self.train("pair", [PAIR], "--labels", "entailment,entailment"))

    def test_train_empty_label(self):
        self.check_untrained(self.train("pair", [PAIR], "--labels", "entailment,,neutral"))

    def test_train_cap_twice(self):
        self.check_untrained(self.train("pair", [PAIR], "--cap", "a=1", "--cap", "a=2"))

    def test_train_full_disk(self):
        limit = 4096  # bytes of a file; the checkpoint has more

        def limit_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

        self.check_untrained(self.train("pair", [PAIR], preexec_fn=limit_files))
        self.assert_exit(self.train("pair", [PAIR], "--resume"), 0)
        self.assertGreater((self.folder / "run/last/model.safetensors").stat().st_size, limit)

    def test_train_over_files(self):
        (self.folder / "run").mkdir()
        self.write("run/log.jsonl", "mine")
        self.check_untrained(self.train("pair", [PAIR]))
        self.assertEqual((self.folder / "run/log.jsonl").read_text(), "mine")

    def test_train_resume_finished(self):
        self.assert_exit(self.train("pair", [PAIR], "--epochs", "1"), 0)
        weights = (self.folder / "run/last/model.safetensors").read_bytes()
        (self.folder / "run/checkpoint.bin").unlink()
        self.check(self.train("pair", [PAIR], "--epochs", "1", "--resume"))
        self.assertEqual((self.folder / "run/last/model.safetensors").read_bytes(), weights)

    def test_train_resume_without_best(self):
        options = "--epochs", "1", "--eval", "dev=rows.jsonl"
        self.assert_exit(self.train("pair", [PAIR], *options), 0)
        (self.folder / "run/best/model.safetensors").unlink()
        self.check(self.train("pair", [PAIR], *options, "--resume"))

    def test_train_checkpoint_pipe(self):
        self.assert_exit(self.train("pair", [PAIR], "--epochs", "1"), 0)
        (self.folder / "run/checkpoint.bin").unlink()
        os.mkfifo(self.folder / "run/checkpoint.bin")
        self.check(self.train("pair", [PAIR], "--epochs", "1", "--resume"))

    def damaged_base(self, name="damaged", weight=None):
        """NaN is the last number of the file, or the first of a weight."""
        file = shutil.copytree(ENCODERS / "bert_classify", self.folder / name) / "model.safetensors"
        weights = bytearray(file.read_bytes())
        place = len(weights) - 4
        if weight:
            header = 8 + struct.unpack_from("<Q", weights)[0]
            place = header + json.loads(weights[8:header])[weight]["data_offsets"][0]
        struct.pack_into("<f", weights, place, float("nan"))
        file.write_bytes(weights)
        return file.parent

    def test_train_base_not_finite(self):
        self.check_untrained(self.train("pair", [PAIR], base=self.damaged_base()))
        words = self.damaged_base("words", "bert.embeddings.word_embeddings.weight")  # not trained
        self.check_untrained(self.train("pair", [PAIR], base=words))

    def test_model_not_finite(self):
        self.write("rows.jsonl", json.dumps(PAIR))
        self.check(self.assay("models", "measure", self.damaged_base(), "rows.jsonl"))

    def test_export_over_files(self):
        (self.folder / "mine").mkdir()
        self.write("mine/config.json", "{}")
        self.check(self.assay("models", "export", ENCODERS / "bert_classify", "-o", "mine"))
        self.assertEqual((self.folder / "mine/config.json").read_text(), "{}")

    def test_rows_behind_gzip(self):
        (self.folder / "rows.jsonl.gz").write_bytes(
            gzip.compress(json.dumps(PAIR).encode() + b"\n") + json.dumps(PAIR).encode())
        self.check(self.assay("models", "measure", ENCODERS / "bert_classify", "rows.jsonl.gz"))

    def test_train_no_weight(self):
        self.check_untrained(self.train("pair", [{**PAIR, "weight": 0}]))

    def test_train_huge_weight(self):
        self.check_untrained(self.train("pair", [{**PAIR, "weight": 1e300}]))

    def test_train_unknown_cap(self):
        self.check(self.train("pair", [PAIR], "--epochs", "1", "--cap", "nil=1"))
        self.assertTrue((self.folder / "run" / "last" / "model.safetensors").exists())

    def test_train_answer_without_place(self):
        row = {name: value for name, value in ANSWER.items() if name != "answer_start"}
        self.check_untrained(self.train("span", [ANSWER, row]))

    def test_train_answer_denied(self):
        self.check_untrained(self.train("span", [ANSWER, {**ANSWER, "answer_start": -1}]))

    def test_train_answer_without_token(self):
        accent = {**ANSWER, "context": "Cafe\u0301 in London.", "answer_text": "\u0301", "answer_start": 4}
        self.check(self.train("span", [ANSWER, accent], "--epochs", "1"))

    def train_lora(self, base, rows):
        self.require_trainer()
        self.write("in.jsonl", rows)
        run = self.assay("train", "lora", "in.jsonl", "--base", GENERATION / base, "--max-length",
                         "64", "-o", "run")
        self.assertFalse((self.folder / "run").exists())
        return run

    def test_train_lora_bad_row(self):
        self.check(self.train_lora("tiny_llama.gguf", '{"prompt": "a", "answer": "b"}\n{"prompt": "a"}\n'))

    def test_train_lora_other_model(self):
        self.check(self.train_lora("tiny_t5.gguf", '{"prompt": "a", "answer": "b"}\n'))


if __name__ == "__main__":
    unittest.main()
