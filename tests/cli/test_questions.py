"""`--qg`: questions by a model in a GGUF file, here a tiny one with random weights, or in a folder.

What it asks is nonsense, often not even UTF-8, so that many phrases get no question and most questions
fail the round trip; how the run goes and what its results hold is the same as with a good model.
"""

import json
import os
import shutil
import unittest

from harness import ENVIRONMENT, EXAMPLES, GOOD, SOURCE, USAGE, ProgramTest, record

MODELS = SOURCE / "tests" / "data" / "generation"
T5 = MODELS / "tiny_t5.gguf"
LLAMA, LORA = MODELS / "tiny_llama.gguf", MODELS / "tiny_lora.gguf"
SHORT = {"response": "Tea is hot in May.", "knowledge": "Tea is hot."}


class Questions(ProgramTest):
    def score(self, *arguments, metric="q2"):
        run = self.assay("score", "-m", metric, "--qg", T5, *arguments, "--json")
        self.assert_exit(run, GOOD)
        return json.loads(run.stdout)

    def test_the_examples_end_to_end(self):
        summary = self.score(EXAMPLES, "-o", "one.jsonl", "--threads", "1")
        self.score(EXAMPLES, "-o", "two.jsonl", "--threads", "2", "--window", "3")
        one, two = self.results("one.jsonl"), self.results("two.jsonl")
        self.assertEqual(one, two)
        self.assertEqual(summary["metrics"][0]["n_measured"], len(one))
        model, = [m for m in summary["models"] if m["need"] == "qg"]
        counts = summary["metrics"][0]["counts"]
        self.assertEqual(model["inputs"], counts["candidates"])
        self.assertGreater(model["tokens"], 0)
        self.assertGreater(counts["questions_generated"], 0)
        styles = {unit["style"] for result in one for unit in result["units"] if "style" in unit}
        self.assertLessEqual(styles, {"generated"})
        for result in one:
            run = self.assay("explain", "one.jsonl", result["id"])
            self.assert_exit(run, GOOD)

    def test_no_question_is_counted_twice_or_beyond_the_limit(self):
        self.write("in.jsonl", "".join(EXAMPLES.read_text().splitlines(True)[:10]))
        self.score("in.jsonl", "-o", "out.jsonl", "--questions", "all", "--max-questions", "2")
        total = 0
        for result in self.results():
            asked = [d for d in result["discarded"] if d["reason"] != "no_question"] + [
                u for u in result["units"] if "question" in u]
            counts = result["counts"]
            self.assertEqual(counts["questions_generated"], len(asked))
            self.assertLessEqual(
                len(asked), 2 * (counts["candidates"] - counts["candidates_without_question"]))
            total += len(asked)
        self.assertGreater(total, 10)

    def test_a_response_too_long_for_the_model_says_so(self):
        long = "Tea is hot in May. " + "It is very nice and it is very old. " * 20
        self.write_records("in.jsonl", [record(0, response=long), record(1, **SHORT)])
        summary = self.score("in.jsonl", "-o", "out.jsonl")
        longer, short = self.results()
        self.assertEqual((longer["status"], longer["fallback"]), ("measured", "nli"))
        self.assertTrue(longer["truncated"])
        self.assertFalse(short["truncated"])
        for discarded in longer["discarded"]:
            self.assertEqual(discarded["reason"], "no_question")
            self.assertRegex(discarded["detail"], r"^the prompt has \d+ tokens, but at most 128 fit$")
        without = summary["metrics"][0]["counts"]["candidates_without_question"]
        self.assertGreaterEqual(without, len(longer["discarded"]))

    def test_two_metrics_and_a_cache_ask_once(self):
        self.write_records("in.jsonl", [record(i, **SHORT) for i in range(3)])
        arguments = ["in.jsonl", "--cache", "answers.db", "-o"]
        first = self.score(*arguments, "one.jsonl", metric="q2,q2-f1")
        again = self.score(*arguments, "two.jsonl", metric="q2")
        model, = [m for m in first["models"] if m["need"] == "qg"]
        self.assertEqual(model["inputs"], 6 * model["rows"])
        self.assertEqual(model["duplicates"], 5 * model["rows"])
        cached, = [m for m in again["models"] if m["need"] == "qg"]
        self.assertEqual((cached["rows"], cached["cached"]), (0, model["rows"]))
        self.assertEqual([r["units"] for r in self.results("one.jsonl") if r["metric"] == "q2"],
                         [r["units"] for r in self.results("two.jsonl")])

    def test_plan_and_doctor_load_it(self):
        plan = json.loads(self.assay("plan", "-m", "q2", "--qg", T5, EXAMPLES, "--sample", "3",
                                     "--json").stdout)
        self.assertIn("qg", [model["need"] for model in plan["models"]])
        self.assertIn("qg", plan["metrics"][0]["needs"])
        doctor = self.assay("doctor", "--qg", T5)
        self.assert_exit(doctor, ENVIRONMENT)
        self.assertIn(f"fail  model qg ({T5}): it asks nothing about a simple sentence", doctor.stdout)
        rules = self.assay("doctor")
        self.assertRegex(rules.stdout, r'ok +model qg: asks "When was .+" where the answer is 1815')


class Runs(ProgramTest):
    """A run goes on with its own generator and with no other."""

    def leave_unfinished(self, *arguments):
        run = self.assay("score", "-m", "q2", "in.jsonl", "-o", "out.jsonl", "--window", "1",
                         *arguments)
        self.assert_exit(run, GOOD)
        whole = (self.folder / "out.jsonl").read_bytes()
        log = self.folder / "out.jsonl.run"
        log.write_text("".join(log.read_text().splitlines(True)[:-1]))
        os.rename(self.folder / "out.jsonl", self.folder / "out.jsonl.partial")
        return whole

    def again(self, *arguments):
        return self.assay("score", "-m", "q2", "in.jsonl", "-o", "out.jsonl", "--window", "1",
                          *arguments)

    def setUp(self):
        super().setUp()
        self.write_records("in.jsonl", [record(i, **SHORT) for i in range(3)])

    def test_resumed(self):
        whole = self.leave_unfinished("--qg", T5)
        shutil.copy(T5, self.folder / "moved.gguf")  # the same model in another place
        run = self.again("--qg", "moved.gguf")
        self.assert_exit(run, GOOD)
        self.assertIn("had been done before", run.stderr)
        self.assertEqual((self.folder / "out.jsonl").read_bytes(), whole)

    def test_another_generator_is_refused(self):
        self.leave_unfinished("--qg", T5)
        for qg, told in (("rules", "--qg was gguf and is rules; the qg model is needed no longer"),
                         (LLAMA, "the qg model is another one")):
            run = self.again("--qg", qg)
            self.assert_exit(run, USAGE)
            self.assertIn(told, run.stderr)

    def test_another_adapter_is_refused(self):
        self.leave_unfinished("--qg", LLAMA, "--qg-adapter", LORA)
        run = self.again("--qg", LLAMA)
        self.assert_exit(run, USAGE)
        self.assertIn("the qg model is another one", run.stderr)


class Trained(ProgramTest):
    """The folder of a generator that was trained here: a tiny one that knows three questions."""

    def test_end_to_end(self):
        self.write_records("in.jsonl", [
            record(i, response="The old bridge crosses a river.", knowledge="A bridge crosses a river.")
            for i in range(3)])
        folder = SOURCE / "tests" / "data" / "question_generator"
        for name, threads in (("one.jsonl", "1"), ("two.jsonl", "2")):
            run = self.assay("score", "-m", "q2", "--qg", folder, "in.jsonl", "-o", name,
                             "--threads", threads, "--json")
            self.assert_exit(run, GOOD)
        summary = json.loads(run.stdout)
        self.assertEqual(self.results("one.jsonl"), self.results("two.jsonl"))
        model, = [m for m in summary["models"] if m["need"] == "qg"]
        self.assertGreater(model["tokens"], 0)
        self.assertGreater(summary["metrics"][0]["counts"]["questions_generated"], 2)
        asked = {d["text"] for result in self.results("one.jsonl") for d in result["discarded"]}
        self.assertIn("The rain falls on a river", asked)  # about "a river", by heart


class Mistakes(ProgramTest):
    def assert_refused(self, code, *told, qg, more=()):
        self.write_records("in.jsonl", [record()])
        run = self.assay("score", "-m", "q2", "in.jsonl", "-o", "out.jsonl", "--qg", qg, *more)
        self.assert_exit(run, code)
        for text in told:
            self.assertIn(text, run.stderr)
        self.assertEqual([path.name for path in self.folder.glob("out*")], [])

    def test_a_misspelt_name(self):
        self.assert_refused(USAGE, "--qg rule: no such generator", "did you mean `rules`?", qg="rule")

    def test_a_file_that_is_not_there(self):
        self.assert_refused(ENVIRONMENT, "--qg no/t5.gguf: no such file", "`rules`", qg="no/t5.gguf")

    def test_a_file_that_is_no_model(self):
        self.write("text.gguf", "no model")
        self.assert_refused(ENVIRONMENT, "text.gguf: not a model", qg="text.gguf")

    def test_a_folder(self):
        self.assert_refused(ENVIRONMENT, "config.json: cannot be opened", qg=self.folder)

    def test_a_folder_of_another_model(self):
        folder = SOURCE / "tests" / "data" / "encoders" / "bert_span"
        self.assert_refused(ENVIRONMENT, "is no generator of questions", qg=folder)

    def test_styles_are_of_the_rules(self):
        self.assert_refused(USAGE, "question_style is fronted, but only the rules ask in styles",
                            qg=T5, more=["--question-style", "fronted"])

    def test_adapters_are_of_files(self):
        folder = SOURCE / "tests" / "data" / "question_generator"
        for qg, told in (("rules", "--qg is `rules`, which takes no adapter"),
                         (folder, "--qg is a folder, which takes no adapter")):
            self.assert_refused(USAGE, told, qg=qg, more=["--qg-adapter", LORA])
        self.assert_refused(ENVIRONMENT, "--qg-adapter no.gguf: no such file", qg=LLAMA,
                            more=["--qg-adapter", "no.gguf"])
        self.assert_refused(ENVIRONMENT, "LoRA adapter that was made for this model", qg=LLAMA,
                            more=["--qg-adapter", T5])

    def test_an_empty_name(self):
        self.assert_refused(USAGE, "the value is empty", qg="")


if __name__ == "__main__":
    unittest.main()
