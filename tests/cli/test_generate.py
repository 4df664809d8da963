"""`assay generate`, with tiny models of random weights, and with a server of our own on loopback."""

import contextlib
import http.server
import json
import os
import signal
import subprocess
import threading
import time
import unittest

from harness import (ENVIRONMENT, FAILED, GOOD, INTERRUPTED, PROGRAM, SOURCE, USAGE, ProgramTest,
                     environment, rest_of)

MODELS = SOURCE / "tests" / "data" / "generation"
LLAMA = MODELS / "tiny_llama.gguf"
T5 = MODELS / "tiny_t5.gguf"
LORA = MODELS / "tiny_lora.gguf"
PROMPTS = [f"Name {i} rivers." for i in range(9)]


class Generate(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("in.jsonl", "".join(json.dumps({"prompt": p}) + "\n" for p in PROMPTS))

    def lines(self, *arguments, code=GOOD, **options):
        run = self.assay("generate", *arguments, "--threads", "1", **options)
        self.assert_exit(run, code)
        return [json.loads(line) for line in run.stdout.splitlines()]

    def test_a_line_for_each_prompt_in_order(self):
        lines = self.lines(LLAMA, "in.jsonl", "--max-tokens", "5")
        self.assertEqual([line["id"] for line in lines], [str(i + 1) for i in range(len(PROMPTS))])
        for line in lines:
            output, = line["outputs"]
            self.assertEqual(set(output), {"text", "stop", "tokens", "log_probability"})
            self.assertLessEqual(output["tokens"], 5)
            self.assertLess(output["log_probability"], 0)
            self.assertEqual(output["stop"] == "length", output["tokens"] == 5)

    def test_company_changes_nothing(self):
        options = ["--max-tokens", "6", "--temperature", "1.5", "--seed", "3"]
        together = self.lines(LLAMA, "in.jsonl", *options, "--parallel", "4")
        self.assertEqual(together, self.lines(LLAMA, "in.jsonl", *options, "--parallel", "1"))
        self.write("one.jsonl", json.dumps({"id": "5", "prompt": PROMPTS[4]}))
        self.assertEqual(self.lines(LLAMA, "one.jsonl", *options), together[4:5])

    def test_beams_samples_and_seeds(self):
        beams = self.lines(LLAMA, "in.jsonl", "--beams", "3", "--returned", "2", "--max-tokens", "4")
        for line in beams:
            best, second = line["outputs"]
            self.assertGreaterEqual(best["score"], second["score"])
        draws = [self.lines(LLAMA, "in.jsonl", "--temperature", "3", "--returned", "4",
                            "--max-tokens", "6", "--seed", seed) for seed in ("1", "1", "2")]
        self.assertEqual(draws[0], draws[1])
        self.assertNotEqual(draws[0], draws[2])
        self.assertEqual(len({o["text"] for o in draws[0][0]["outputs"]}), 4)

    def test_a_prompt_is_the_turn_of_a_user(self):
        plain = self.lines(LLAMA, "in.jsonl", "--max-tokens", "5")
        self.write("talk.jsonl", "".join(
            json.dumps({"messages": [{"role": "user", "content": p}]}) + "\n" for p in PROMPTS))
        self.assertEqual(self.lines(LLAMA, "talk.jsonl", "--max-tokens", "5"), plain)
        text = self.lines(LLAMA, "-", "--text", "--max-tokens", "5", input="\n".join(PROMPTS))
        self.assertEqual(text, plain)
        raw = self.lines(LLAMA, "in.jsonl", "--raw", "--max-tokens", "5")
        self.assertNotEqual(raw, plain)
        refused = self.lines(LLAMA, "talk.jsonl", "--raw", code=FAILED)
        self.assertIn("messages: need the chat template", refused[0]["error"].replace("`", ""))

    def test_models_without_a_conversation_want_raw_prompts(self):
        run = self.assay("generate", T5, "in.jsonl")
        self.assert_exit(run, ENVIRONMENT)
        self.assertIn("--raw", run.stderr)
        self.assertEqual(len(self.lines(T5, "in.jsonl", "--raw", "--max-tokens", "4")), len(PROMPTS))

    def test_a_folder_is_no_model(self):
        run = self.assay("generate", MODELS, "in.jsonl")
        self.assert_exit(run, ENVIRONMENT)
        self.assertIn("is a folder, not a model in a GGUF file", run.stderr)

    def test_adapters(self):
        options = ["in.jsonl", "--raw", "--max-tokens", "8"]
        plain = self.lines(LLAMA, *options)
        self.assertNotEqual(self.lines(LLAMA, *options, "--adapter", LORA), plain)
        adapted = self.lines(LLAMA, *options, "--adapter", LORA)
        self.assertEqual(self.lines(LLAMA, *options, "--adapter", LORA, "--adapter-scale", "0"), plain)
        self.assertEqual(self.lines(LLAMA, *options, "--adapter", LORA, "--adapter-scale", "1"), adapted)
        run = self.assay("generate", LLAMA, *options, "--adapter-scale", "2")
        self.assert_exit(run, USAGE)
        self.assertIn("--adapter-scale needs --adapter", run.stderr)
        run = self.assay("generate", LLAMA, *options, "--adapter", T5)
        self.assert_exit(run, ENVIRONMENT)
        self.assertIn("LoRA adapter that was made for this model", run.stderr)

    def test_grammars_and_stop_strings(self):
        self.write("digits.gbnf", 'root ::= [0-9]{3} "-" [0-9]{2}')
        for line in self.lines(LLAMA, "in.jsonl", "--grammar", "digits.gbnf"):
            self.assertRegex(line["outputs"][0]["text"], r"^ ?\d{3}-\d{2}$")
        for line in self.lines(LLAMA, "in.jsonl", "--grammar", "digits.gbnf", "--stop", "-"):
            self.assertRegex(line["outputs"][0]["text"], r"^ ?\d{3}$")
            self.assertEqual(line["outputs"][0]["stop"], "stop_string")

    def test_grammars_that_would_harm(self):
        for grammar, told in (("root ::= " + "(" * 200000, "--grammar must be nested at most 100 levels deep"),
                              ('root ::= "a"\nroot ::= "b"\n', 'there are two rules "root"')):
            with self.subTest(told=told):
                self.write("bad.gbnf", grammar)
                run = self.assay("generate", LLAMA, "in.jsonl", "--grammar", "bad.gbnf")
                self.assert_exit(run, USAGE)
                self.assertIn(told, run.stderr)
                self.assertIn("--grammar", run.stderr)

    def test_the_wait_for_input_is_interrupted(self):
        batch = 256  # prompts after whose answers it waits for more
        command = [PROGRAM, "generate", LLAMA, "--text", "-", "--max-tokens", "1", "--threads", "1"]
        for number in (signal.SIGINT, signal.SIGTERM):
            reader, writer = os.pipe()
            with subprocess.Popen(command, cwd=self.folder, stdin=reader, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True, env=environment()) as process:
                os.close(reader)
                os.write(writer, b"a\n" * batch)
                for _ in range(batch):
                    self.assertTrue(process.stdout.readline())
                process.send_signal(number)
                _, errors = process.communicate(timeout=60)
            os.close(writer)
            self.assertEqual(process.returncode, INTERRUPTED, errors)
            self.assertIn("standard input: reading was interrupted", errors)

    def test_an_interrupt_keeps_the_texts_that_are_made(self):
        for many in ([], ["--beams", "2"]):  # together in one context, and each in its own
            command = [PROGRAM, "generate", LLAMA, "--text", "-", "--max-tokens", "400", "--raw",
                       "--threads", "1", "--parallel", "1", *many]
            with subprocess.Popen(command, cwd=self.folder, stdin=subprocess.PIPE, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  env=environment()) as process:
                process.stdin.write("a b c d\n" * 250)
                process.stdin.close()
                process.stdin = None
                first = process.stdout.readline()
                process.send_signal(signal.SIGINT)
                rest, errors = rest_of(process)
            self.assertEqual(process.returncode, INTERRUPTED, errors)
            ids = [json.loads(line)["id"] for line in [first, *rest.splitlines()]]
            self.assertEqual(ids, [str(i + 1) for i in range(len(ids))])
            self.assertLess(len(ids), 250)
            self.assertRegex(errors, rf"written: the lines of {len(ids)} prompt")

    def test_bad_prompts_fail_alone(self):
        self.write("in.jsonl", '{"prompt": "a"}\n\n{"id": "x"}\nno json\n{"id": 7, "prompt": "b"}\n'
                   + json.dumps({"prompt": "c " * 400}) + "\n")
        run = self.assay("generate", LLAMA, "in.jsonl", "--max-tokens", "2")
        self.assert_exit(run, FAILED)
        lines = [json.loads(line) for line in run.stdout.splitlines()]
        self.assertEqual([line["id"] for line in lines], ["1", "x", "4", "7", "6"])
        self.assertEqual(["error" in line for line in lines], [False, True, True, False, True])
        self.assertIn("in.jsonl:3: field `prompt`: is missing", lines[1]["error"])
        self.assertIn("in.jsonl:4: not a JSON object", lines[2]["error"])
        self.assertRegex(lines[4]["error"], r"^in\.jsonl:6: .*at most 127 fit")
        self.assertIn("3 of the prompts failed", run.stderr)

    def test_mistakes(self):
        for arguments, told in (
                ([], "a model (a GGUF file) and IN"),
                ([LLAMA], "a model (a GGUF file) and IN"),
                ([LLAMA, "in.jsonl", "--model", "x"], "--model names a model of --endpoint"),
                (["--endpoint", "http://127.0.0.1:9/v1", "in.jsonl"], "--endpoint needs --model"),
                (["--endpoint", "http://127.0.0.1:9/v1", "--model", "x", LLAMA, "in.jsonl"],
                 "takes one input file"),
                (["--endpoint", "http://127.0.0.1:9/v1", "--model", "x", "in.jsonl", "--beams", "2"],
                 "--beams must be as it is by default: the protocol of endpoints does not have it"),
                (["--endpoint", "http://127.0.0.1:9/v1", "--model", "x", "in.jsonl", "--context", "9"],
                 "--context needs a model in a file"),
                (["--endpoint", "http://127.0.0.1:9/v1/chat/completions", "--model", "x", "in.jsonl"],
                 "--endpoint must be the part of the address before /chat/completions"),
                ([LLAMA, "in.jsonl", "--deadline", "3"], "--deadline needs --endpoint"),
                ([LLAMA, "in.jsonl", "--beams", "2", "--temperature", "1"],
                 "--temperature must be 0 where --beams is more than 1"),
                ([LLAMA, "in.jsonl", "--grammar", "nowhere"], "--grammar nowhere: cannot be read"),
                ([LLAMA, "in.jsonl", "--returned", "2"], "--returned must be 1 to the number"),
                ([LLAMA, "in.jsonl", "--max-tokens", "0"], "must be a whole number from 1")):
            with self.subTest(told=told):
                run = self.assay("generate", *arguments)
                self.assert_exit(run, USAGE)
                self.assertIn(told, run.stderr)
                self.assertEqual(run.stdout, "")


class FakeServer(http.server.BaseHTTPRequestHandler):
    """Says the prompt back in capitals; refuses one that asks for it."""

    def do_POST(self):
        if not self.path.startswith("/v1/"):
            return self.answer(404, {"error": {"message": "no such page"}})
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append((self.path, request))
        text = request["prompt"] if "prompt" in request else request["messages"][-1]["content"]
        if "wait" in text:
            self.server.go_on.wait(timeout=60)
        if "bad" in text:
            self.answer(400, {"error": {"message": "not that"}})
        elif "prompt" in request:
            self.answer(200, {"choices": [{"text": text.upper(), "finish_reason": "stop"}]})
        else:
            message = {"role": "assistant", "content": text.upper()}
            self.answer(200, {"choices": [{"message": message, "finish_reason": "length"}]})

    def answer(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it was interrupted
            self.wfile.write(data)

    def log_message(self, *arguments):
        pass


class Servers(ProgramTest):
    def setUp(self):
        super().setUp()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), FakeServer)
        self.server.requests = []
        self.server.go_on = threading.Event()
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/v1"

    def test_prompts_are_asked_of_the_server(self):
        self.write("in.jsonl", '{"id": "a", "prompt": "one"}\n{"prompt": "bad"}\n'
                   '{"messages": [{"role": "system", "content": "s"}, {"role": "user", "content": "x"}]}')
        run = self.assay("generate", "--endpoint", self.address, "--model", "m", "in.jsonl",
                         "--max-tokens", "9", "--temperature", "0.5")
        self.assert_exit(run, FAILED)
        first, second, third = map(json.loads, run.stdout.splitlines())
        self.assertEqual(first, {"id": "a", "outputs": [{"text": "ONE", "stop": "length"}]})
        self.assertRegex(second["error"], r"^in\.jsonl:2: .*not that")
        self.assertEqual(third["outputs"][0]["text"], "X")
        paths = {path for path, _ in self.server.requests}
        self.assertEqual(paths, {"/v1/chat/completions"})
        for _, request in self.server.requests:
            self.assertEqual((request["model"], request["max_tokens"], request["temperature"]),
                             ("m", 9, 0.5))

    def asking(self, prompts, *arguments):
        command = [PROGRAM, "generate", "--endpoint", self.address, "--model", "m", "--text", "-", *arguments]
        process = subprocess.Popen(command, cwd=self.folder, stdin=subprocess.PIPE, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
        process.stdin.write("".join(prompt + "\n" for prompt in prompts))
        process.stdin.close()
        process.stdin = None
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.addCleanup(self.server.go_on.set)
        return process

    def test_a_line_is_written_before_later_prompts_are_answered(self):
        process = self.asking(["one", "two", "wait", "four"])
        first = [json.loads(process.stdout.readline())["outputs"][0]["text"] for _ in range(2)]
        self.assertEqual(first, ["ONE", "TWO"])
        self.server.go_on.set()
        rest, errors = rest_of(process)
        self.assertEqual(process.returncode, GOOD, errors)
        self.assertEqual([json.loads(line)["id"] for line in rest.splitlines()], ["3", "4"])

    def test_an_interrupt_keeps_the_answers_that_came(self):
        process = self.asking(["one", "wait", "three", "four", "wait"], "--concurrency", "2")
        first = process.stdout.readline()
        while len(self.server.requests) < 5:  # those before the second that waits have their answer
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        rest, errors = rest_of(process)
        self.assertEqual(process.returncode, INTERRUPTED, errors)
        self.assertEqual([json.loads(line)["id"] for line in [first, *rest.splitlines()]],
                         ["1", "3", "4"])
        self.assertIn("written: the lines of 3 prompts", errors)

    def test_a_reader_that_leaves_ends_it(self):
        process = self.asking(["one", "wait"] + ["three"] * 200, "--concurrency", "1")
        process.stdout.readline()
        process.stdout.close()
        process.stdout = None
        self.server.go_on.set()
        process.communicate(timeout=60)
        self.assertLess(len(self.server.requests), 10)

    def test_an_address_without_its_path(self):
        run = self.assay("generate", "--endpoint", self.address.removesuffix("/v1"), "--model", "m",
                         "--text", "-", input="one\n")
        self.assert_exit(run, FAILED)
        self.assertIn("check --endpoint (most servers want /v1 at its end)", run.stderr)

    def test_raw_prompts_are_completed(self):
        run = self.assay("generate", "--endpoint", self.address, "--model", "m", "--raw", "--text",
                         "-", input="one\n\ntwo\n")
        self.assert_exit(run, GOOD)
        lines = [json.loads(line) for line in run.stdout.splitlines()]
        self.assertEqual([(line["id"], line["outputs"][0]["text"]) for line in lines],
                         [("1", "ONE"), ("3", "TWO")])
        self.assertEqual({path for path, _ in self.server.requests}, {"/v1/completions"})


if __name__ == "__main__":
    unittest.main()
