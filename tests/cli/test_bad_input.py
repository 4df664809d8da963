"""The rows of docs/bad_input.md, but for those of test_bad_models.py: the program must do what the
table says."""

import gzip
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import time
import unittest
import zipfile
from pathlib import Path

from bad_input_rows import TABLE, RowTest
from evaluate_rows import EvaluateRows
from harness import PROGRAM, SOURCE, environment, record
from test_bad_models import BadModels

GENERATION = SOURCE / "tests" / "data" / "generation"


class BadInput(EvaluateRows, RowTest):
    def score(self, *arguments, metric="overlap", **options):
        return self.assay("score", "-m", metric, *arguments, **options)

    def check_file(self, name, content, *arguments, index=0):
        self.write(name, content)
        self.check(self.score(name, "-o", "out.jsonl", *arguments), index=index)

    def check_record(self, **fields):
        """A good record and then the one in question: the first must be scored all the same."""
        self.write_records("in.jsonl", [record(0), record(1, **fields)])
        self.check(self.score("in.jsonl", "-o", "out.jsonl"), index=1)
        self.assertEqual(self.results()[0]["status"], "measured")

    def assert_nothing_written(self):
        self.assertEqual([path.name for path in self.folder.glob("out*")], [])

    def check_line(self, line):
        good = json.dumps(record(0)).encode() + b"\n"
        self.check_file("in.jsonl", good + line + b"\n" + good, index=1)
        self.assertEqual([r["status"] for r in self.results()][::2], ["measured", "measured"])

    # Records

    def test_empty_response(self):
        self.check_record(response="")

    def test_blank_response(self):
        self.check_record(response=" \t\n\u00a0\u2003")

    def test_empty_knowledge(self):
        self.check_record(knowledge="")

    def test_blank_knowledge(self):
        self.check_record(knowledge=[" ", "\u00a0"])

    def test_empty_knowledge_list(self):
        self.check_record(knowledge=[])

    def test_missing_knowledge(self):
        self.check_record(knowledge=None)

    def test_one_token(self):
        self.check_record(response="Tea", knowledge="Tea")

    def test_only_stop_words(self):
        self.check_record(response="It is the one, and it was.")
        self.assertEqual(self.results()[1]["score"], 0)

    def test_long_line(self):
        self.check_record(knowledge="Ada Lovelace was born in London. " * 31000)

    def test_null_character(self):
        self.check_record(response="Ada\u0000 Lovelace was born in London.")

    def test_lone_surrogate(self):
        self.check_line(rb'{"response": "\ud800", "knowledge": "a"}')

    def test_invalid_utf8(self):
        self.check_line(b'{"response": "\xff", "knowledge": "a"}')

    def test_broken_json(self):
        self.check_line(b'{"response": "a", "knowledge": ')

    def test_json_list(self):
        self.check_file("in.jsonl", json.dumps([record(0), record(1)]))

    def test_json_list_in_lines(self):
        self.check_file("in.jsonl", json.dumps([record(0), record(1)]).replace(", {", ",\n{"))

    def test_json_not_object(self):
        self.check_line(b'"a text"')

    def test_nan_number(self):
        self.check_line(b'{"response": "a", "knowledge": "a", "label": NaN}')

    def test_deep_knowledge(self):
        deep = b"[" * 100000 + b"]" * 100000
        self.check_line(b'{"response": "Tea", "knowledge": ' + deep + b"}")

    def test_null_byte_behind_record(self):
        line = json.dumps(record()).encode()
        self.check_line(line + b"\0" + line)

    def test_deep_json(self):
        deep = b"[" * 100000 + b"]" * 100000
        self.write("in.jsonl", json.dumps(record()).encode()[:-1] + b', "deep": ' + deep + b"}\n")
        run = self.score("in.jsonl", "-o", "out.jsonl")
        self.assert_exit(run, self.row()["exit"])
        output = (self.folder / "out.jsonl").read_bytes()  # too deep for Python's reader
        self.assertIn(b'"status":"%s"' % self.row()["status"].encode(), output)
        self.assertIn(deep, output)
        self.assert_exit(self.assay("explain", "out.jsonl", "r0"), 0)

    def test_duplicate_key(self):
        self.check_line(b'{"response": "a", "knowledge": "a", "response": "b"}')

    def test_duplicate_key_in_list(self):
        self.check_line(b'{"response": "a", "knowledge": ["a", {"text": "a", "text": "b"}]}')

    def test_duplicate_key_in_cell(self):
        self.check_file("in.tsv", 'response\tknowledge\thistory\n'
                        'Tea\tTea\t[{"text": "a", "speaker": "b", "speaker": "c"}]\n',
                        "--quoting", "none")

    def test_wrong_type(self):
        self.check_record(response=5)

    def test_wrong_type_in_list(self):
        self.check_record(knowledge=["a", 5])

    def test_null_in_list(self):
        self.check_record(knowledge=["a", None])

    def test_passage_without_text(self):
        self.check_record(knowledge=[{"title": "Tea"}])

    def test_chat_history(self):
        self.check_record(history=[{"role": "user", "content": "Where was she born?"}])

    def test_missing_response(self):
        self.check_record(response=None)

    def test_null_response(self):
        self.check_line(b'{"response": null, "knowledge": "a"}')

    def test_missing_mapped_key(self):
        lines = [json.dumps(record(0, source="Tea")), json.dumps(record(1))]
        self.check_file("in.jsonl", "\n".join(lines), "--field", "knowledge=source", index=1)

    def test_no_mapped_key(self):
        self.check_file("in.jsonl", json.dumps(record()) + "\n", "--field", "knowledge=source")
        self.assert_nothing_written()

    def test_no_response_key(self):
        self.write_records("in.jsonl", [record(i, response=None, answer="Tea") for i in range(3)])
        self.check(self.score("in.jsonl", "-o", "out.jsonl"))
        self.assert_nothing_written()

    def test_csv_as_jsonl(self):
        self.check_file("in.jsonl", "id,response,knowledge\na,Tea,Tea\n")
        self.assert_nothing_written()

    def test_jsonl_as_csv(self):
        self.check_file("in.csv", json.dumps(record()) + "\n")
        self.assert_nothing_written()

    def test_no_knowledge(self):
        self.check_file("in.csv", "response,source\nTea is hot,Tea is cold\n")

    def test_no_reference(self):
        self.write("in.csv", "response,knowledge,gold\nTea is hot,Tea is cold,Tea is warm\n")
        self.check(self.score("in.csv", "-o", "out.jsonl", metric="bleu"))
        named = self.score("in.csv", "-o", "named.jsonl", "--field", "reference=gold", metric="bleu")
        self.assertEqual(named.stderr.count("no record has"), 0)
        self.assertEqual(self.results("named.jsonl")[0]["status"], "measured")

    def check_references(self, *references):
        self.write_records("in.jsonl", [record(0, reference="Ada"), record(1, reference=list(references))])
        run = self.score("in.jsonl", "-o", "out.jsonl", metric="bleu")
        self.check(run, index=1)
        self.assertIn("in.jsonl:2", run.stderr)

    def test_empty_references(self):
        self.check_references()

    def test_blank_in_references(self):
        self.check_references("Ada", " ")

    def test_number_in_references(self):
        self.check_references(5, "Ada")

    def test_blank_reference(self):
        self.write_records("in.jsonl", [record(0, reference="Ada"), record(1, reference=" \u00a0")])
        self.check(self.score("in.jsonl", "-o", "out.jsonl", metric="rouge"), index=1)

    def test_rouge_without_words(self):
        self.write_records("in.jsonl", [record(response="Москва", reference="Москва")])
        self.check(self.score("in.jsonl", "-o", "out.jsonl", metric="rouge"))

    def test_smooth_value_without_smoothing(self):
        self.write_records("in.jsonl", [record(reference="Ada")])
        self.check(self.score("in.jsonl", "-o", "out.jsonl", "--bleu-smooth-value", "0.1",
                              metric="bleu"))

    def test_missing_layer(self):
        self.write_records("in.jsonl", [record(reference="Ada")])
        self.check(self.score("in.jsonl", "-o", "out.jsonl", "--bertscore-layer", "7",
                              metric="bertscore"))

    def test_bad_baseline(self):
        self.write_records("in.jsonl", [record(reference="Ada")])
        self.write("baselines.tsv", "LAYER,P,R,F\n6,0.5,0.5\n")
        self.check(self.score("in.jsonl", "-o", "out.jsonl", "--bertscore-baseline", "baselines.tsv",
                              metric="bertscore"))

    def test_headless_baseline(self):
        self.write_records("in.jsonl", [record(reference="Ada")])
        self.write("baselines.tsv", "0,0.3,0.3,0.3\n6,0.5,0.5,0.5\n")
        self.check(self.score("in.jsonl", "-o", "out.jsonl", "--bertscore-baseline", "baselines.tsv",
                              metric="bertscore"))

    def test_missing_wordnet(self):
        self.write_records("in.jsonl", [record(reference="Ada")])
        self.check(self.score("in.jsonl", "-o", "out.jsonl", "--wordnet", "none", metric="meteor"))

    def test_damaged_wordnet(self):
        (self.folder / "wordnet").mkdir()
        for part in ("noun", "verb", "adj", "adv"):
            for name in (f"index.{part}", f"data.{part}", f"{part}.exc"):
                self.write(f"wordnet/{name}", "not WordNet\n")
        self.write_records("in.jsonl", [record(reference="Ada")])
        self.check(self.score("in.jsonl", "-o", "out.jsonl", "--wordnet", "wordnet", metric="meteor"))

    def test_damaged_wordnet_data(self):
        (self.folder / "wordnet").mkdir()
        for part in ("noun", "verb", "adj", "adv"):
            self.write(f"wordnet/index.{part}", "car n 1 0 1 0 00000000\n")
            self.write(f"wordnet/data.{part}", "00000000 05 n ffffffffffffffff car 0 000 | it\n")
            self.write(f"wordnet/{part}.exc", "")
        self.write_records("in.jsonl", [record(reference="Ada")])
        self.check(self.score("in.jsonl", "-o", "out.jsonl", "--wordnet", "wordnet", metric="meteor"))

    def test_ragged_csv(self):
        self.check_file("in.csv", "id,response,knowledge\na,Tea\nb,Tea,Tea\n")
        self.assertEqual(self.results()[1]["status"], "measured")

    def test_unclosed_quote(self):
        self.check_file("in.csv", 'response,knowledge\nTea,"Tea\n')

    def test_text_behind_quote(self):
        self.check_file("in.csv", 'response,knowledge\nTea,"Tea" leaves\n')

    def test_stray_quote(self):
        self.check_file("in.tsv", 'response\tknowledge\nSay "Tea".\tHe said "Tea".\n')
        self.assertEqual(self.results()[0]["scores"]["recall"], 1 / 2)  # "said" and "Tea"

    def test_quoting_none(self):
        rows = 'response,knowledge\nTea,"Tea" leaves\nTea,"Tea\n'
        self.check_file("in.csv", rows, "--quoting", "none", index=1)
        self.assertEqual(self.results()[0]["status"], "measured")

    def test_missing_id(self):
        self.check_record(id=None)
        self.assertIn("2", self.results()[1]["id"])

    def test_duplicate_id(self):
        self.check_record(id="r0")
        self.assertEqual([r["id"] for r in self.results()], ["r0", "r0"])

    def test_numeric_id(self):
        self.check_record(id=7)
        self.assertEqual(self.results()[1]["id"], "7")

    def test_blank_lines(self):
        line = json.dumps(record())
        self.check_file("in.jsonl", f"\n{line}\n \n{line}\n\n")
        self.assertEqual(len(self.results()), 2)

    def test_no_last_line_end(self):
        self.check_file("in.jsonl", json.dumps(record()))

    def test_crlf(self):
        self.check_file("in.jsonl", f"{json.dumps(record())}\r\n" * 2)

    def test_byte_order_mark(self):
        self.check_file("in.jsonl", b"\xef\xbb\xbf" + json.dumps(record()).encode())

    def test_byte_order_mark_inside(self):
        self.check_line(b"\xef\xbb\xbf" + json.dumps(record()).encode())

    # Files and options

    def test_empty_file(self):
        self.check_file("in.jsonl", "")
        self.assertEqual(self.results(), [])

    def test_empty_file_gate(self):
        self.check_file("in.jsonl", "", "--fail-under", "0")

    def test_header_only_csv(self):
        self.check_file("in.csv", "response,knowledge\n")
        self.assertEqual(self.results(), [])

    def test_missing_file(self):
        self.check(self.score("nothing.jsonl", "-o", "out.jsonl"))

    def test_directory(self):
        (self.folder / "folder.jsonl").mkdir()
        self.check(self.score("folder.jsonl", "-o", "out.jsonl"))

    def test_unknown_format(self):
        self.check_file("data.txt", json.dumps(record()))

    def test_utf_16(self):
        self.check_file("in.jsonl", json.dumps(record()).encode("utf-16"))

    def test_utf_16_unmarked(self):
        for encoding in ("utf-16-le", "utf-16-be"):
            self.check_file("in.jsonl", json.dumps(record()).encode(encoding))
            self.assert_nothing_written()

    def test_utf_32(self):
        self.check_file("in.jsonl", json.dumps(record()).encode("utf-32"))
        self.assert_nothing_written()

    def test_gzip(self):
        self.check_file("in.jsonl.gz", gzip.compress(json.dumps(record()).encode()))
        self.assert_nothing_written()

    def test_zip(self):
        with zipfile.ZipFile(self.folder / "in.zip", "w") as archive:
            archive.writestr("in.jsonl", json.dumps(record()))
        self.check(self.score("in.zip", "-o", "out.jsonl"))
        self.assert_nothing_written()

    def test_tabs_in_csv(self):
        self.check_file("in.csv", "response\tknowledge\nTea\tTea\n")

    def test_semicolons_in_csv(self):
        self.check_file("in.csv", "response;knowledge\nTea;Tea\n")

    def test_missing_column(self):
        self.check_file("in.csv", "answer,knowledge\nTea,Tea\n")

    def test_duplicate_column(self):
        self.check_file("in.csv", "response,knowledge,knowledge\nTea,Tea,Tea\n")

    def test_unknown_field(self):
        self.check_file("in.jsonl", json.dumps(record()), "--field", "reponse=answer")

    def test_field_without_column(self):
        self.check_file("in.jsonl", json.dumps(record()), "--field", "response")

    def test_field_twice(self):
        self.check_file("in.jsonl", json.dumps(record()), "--field", "response=a", "--field",
                        "response=b")

    def test_unknown_metric(self):
        self.write_records("in.jsonl", [record()])
        self.check(self.score("in.jsonl", "-o", "out.jsonl", metric="overlp"))

    def test_metric_twice(self):
        self.write_records("in.jsonl", [record()])
        self.check(self.score("in.jsonl", "-o", "out.jsonl", metric="overlap,overlap"))

    def test_metric_gap(self):
        self.write_records("in.jsonl", [record()])
        for metric in (",", "overlap,", "overlap,,nli", " "):
            self.check(self.score("in.jsonl", "-o", "out.jsonl", metric=metric))

    def test_metric_spaces(self):
        self.write_records("in.jsonl", [record()])
        self.check(self.score("in.jsonl", "-o", "out.jsonl", metric="overlap, nli"), index=1)

    def test_gate_unknown_score(self):
        self.check_file("in.jsonl", json.dumps(record()), "--fail-under", "overlap.foo=0.6")
        self.assert_nothing_written()

    def test_gate_no_corpus_score(self):
        self.check_file("in.jsonl", json.dumps(record()), "--fail-under", "overlap.corpus=0.6")
        self.assert_nothing_written()

    def test_gate_out_of_range(self):
        self.check_file("in.jsonl", json.dumps(record()), "--fail-under", "60")
        self.assert_nothing_written()

    def test_two_inputs(self):
        self.write_records("in.jsonl", [record()])
        self.check(self.score("in.jsonl", "in.jsonl", "-o", "out.jsonl"))

    def test_plan_standard_input(self):
        self.check(self.assay("plan", "-m", "overlap", "-", input=json.dumps(record())))

    def test_analyze_missing_file(self):
        for text in ([], ["--text"]):
            self.check(self.assay("analyze", "nothing.jsonl", *text))

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

    def train_lora(self, base, rows):
        if not (Path(PROGRAM).parent / "assay-train").exists():
            self.skipTest("the trainer is not built: tools/setup.sh train")
        self.write("in.jsonl", rows)
        run = self.assay("train", "lora", "in.jsonl", "--base", GENERATION / base, "--max-length",
                         "64", "-o", "run")
        self.assertFalse((self.folder / "run").exists())
        return run

    def test_train_lora_bad_row(self):
        self.check(self.train_lora("tiny_llama.gguf", '{"prompt": "a", "answer": "b"}\n{"prompt": "a"}\n'))

    def test_train_lora_other_model(self):
        self.check(self.train_lora("tiny_t5.gguf", '{"prompt": "a", "answer": "b"}\n'))

    def test_bad_threshold(self):
        self.check_file("in.jsonl", json.dumps(record()), "--threshold", "2")

    def check_options(self, *options):
        """Each of the command lines is refused, and nothing is written."""
        self.write_records("in.jsonl", [record()])
        for option in options:
            with self.subTest(option):
                self.check(self.score("in.jsonl", "-o", "out.jsonl", *option))
                self.assertEqual([p.name for p in self.folder.iterdir()], ["in.jsonl"])

    def test_odd_number(self):
        self.check_options(*(["--threshold", text] for text in ("", "0x1p-1", " 0.5", "half", "inf")))

    def test_huge_number(self):
        names = "--threads", "--window", "--max-questions"
        self.check_options(*([name, number] for name in names
                             for number in ("2000000", "99999999999", "99999999999999999999")))
        self.write("in.csv", "s,label\n1,1\n0,0\n")
        self.check(self.assay("evaluate", "classify", "in.csv", "-s", "s", "--threads", "100000"))

    def test_bad_min_measured(self):
        self.check_options(*(["--min-measured", text]
                             for text in ("1e20", "1e-1", "100000000000000000000", "", "1.5")))

    def test_empty_name(self):
        self.check_options(["--cache", ""], ["--nli", ""], ["--models", ""], ["-m", ""])
        run = self.score("in.jsonl", "-o", "")
        self.check(run)
        self.assertIn("--output", run.stderr)
        self.check(self.score("", "-o", "out.jsonl"))
        self.check(self.assay("models", "path", ""))

    def test_empty_value(self):
        self.check_options(["--cache="], ["--threshold="])

    def test_pipe(self):
        header, row = "id,response,knowledge\n", "a,Tea is hot,Tea is hot\n"
        self.write("in.csv", header + row)
        os.mkfifo(self.folder / "named")
        shell = dict(score=f"{PROGRAM} score -m overlap --format csv")
        for number, line in enumerate((
                "cat in.csv > named & {score} named -o {out}",
                "cat in.csv | {score} /dev/stdin -o {out}",
                "{score} /dev/stdin -o {out} < in.csv",
                "{score} <(cat in.csv) -o {out}")):
            with self.subTest(line):
                out = f"{number}.jsonl"
                run = subprocess.run(["bash", "-c", line.format(out=out, **shell)],
                                     cwd=self.folder, capture_output=True, text=True, timeout=60,
                                     env=environment())
                self.check(run, output=out)
                self.assertEqual([r["id"] for r in self.results(out)], ["a"])

    def score_in_shell(self, line):
        self.write_records("in.jsonl", [record(0), record(1, response=5)])
        return subprocess.run(["bash", "-c", f"{PROGRAM} score -m overlap {line}"],
                              cwd=self.folder, capture_output=True, text=True, timeout=60,
                              env=environment())

    def test_closed_input(self):
        self.check(self.score_in_shell("- -o out.jsonl <&-"))
        self.assertEqual([p.name for p in self.folder.iterdir()], ["in.jsonl"])

    def test_closed_output(self):
        self.check(self.score_in_shell("in.jsonl -o - >&-"))

    def test_closed_messages(self):
        self.write_records("good.jsonl", [record()])
        self.check(self.score_in_shell("good.jsonl -o out.jsonl <&- 2>&-"))
        # One record fails here, which is said on standard error: not in the files of the run.
        failed = self.score_in_shell("in.jsonl -o failed.jsonl <&- >&- 2>&-")
        self.assertNotEqual(failed.returncode, 0)
        for name in ("failed.jsonl", "failed.jsonl.run"):
            for line in (self.folder / name).read_text().splitlines():
                json.loads(line)

    def test_output_exists(self):
        self.write("out.jsonl", "kept")
        self.check_file("in.jsonl", json.dumps(record()))
        self.assertEqual((self.folder / "out.jsonl").read_text(), "kept")

    def test_output_is_input(self):
        content = json.dumps(record())
        self.write("in.jsonl", content)
        self.check(self.score("in.jsonl", "-o", "in.jsonl", "--overwrite"))
        self.assertEqual((self.folder / "in.jsonl").read_text(), content)

    def test_side_file_is_input(self):
        content = json.dumps(record()) + "\n"
        for ending in (".partial", ".run"):
            with self.subTest(ending):
                self.write("in" + ending, content)
                self.check(self.score("in" + ending, "-o", "in", "--restart", "--format", "jsonl"))
                self.assertEqual((self.folder / ("in" + ending)).read_text(), content)
        self.write("other.jsonl", content)
        os.link(self.folder / "other.jsonl", self.folder / "out.run")
        self.check(self.score("other.jsonl", "-o", "out"))
        (self.folder / "out.run").unlink()
        (self.folder / "out.partial").symlink_to("other.jsonl")
        self.check(self.score("other.jsonl", "-o", "out", "--restart"))
        self.assertEqual((self.folder / "other.jsonl").read_text(), content)

    def test_cache_is_other_file(self):
        names = "in.jsonl", "out.jsonl", "out.jsonl.partial", "./out.jsonl.run"
        self.check_options(*(["--cache", name] for name in names))

    def test_partial_of_others(self):
        self.write_records("in.jsonl", [record()])
        self.write("out.jsonl.partial", "kept")
        for option in ([], ["--restart"], ["--restart", "--overwrite"]):
            self.check(self.score("in.jsonl", "-o", "out.jsonl", *option))
        self.assertEqual((self.folder / "out.jsonl.partial").read_text(), "kept")

    def test_output_is_link(self):
        self.write_records("in.jsonl", [record()])
        (self.folder / "real").mkdir()
        (self.folder / "link.jsonl").symlink_to("real/out.jsonl")
        self.check(self.score("in.jsonl", "-o", "link.jsonl"), output="real/out.jsonl")
        self.assertTrue((self.folder / "link.jsonl").is_symlink())

    def test_output_is_directory(self):
        (self.folder / "out.jsonl").mkdir()
        self.check_file("in.jsonl", json.dumps(record()))

    def test_output_folder_missing(self):
        self.write_records("in.jsonl", [record()])
        self.check(self.score("in.jsonl", "-o", "no/out.jsonl"))

    def start_run(self):
        """A run that is under way, stopped after its first windows."""
        self.write_records("in.jsonl", [record(i) for i in range(50000)])
        process = subprocess.Popen(
            [PROGRAM, "score", "-m", "overlap", "in.jsonl", "-o", "out.jsonl", "--window", "16"],
            cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=environment())
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        log = self.folder / "out.jsonl.run"
        deadline = time.monotonic() + 60
        while not (log.exists() and log.read_bytes().count(b"\n") >= 3):
            self.assertLess(time.monotonic(), deadline, "the run wrote no log")
            time.sleep(0.01)
        process.send_signal(signal.SIGSTOP)
        return process

    def kill_run(self):
        process = self.start_run()
        process.kill()
        process.wait()

    def test_output_busy(self):
        self.start_run()
        self.check(self.score("in.jsonl", "-o", "out.jsonl", "--window", "16"))

    def test_changed_input(self):
        self.kill_run()
        self.write_records("in.jsonl", [record(i, response="Other.") for i in range(50000)])
        self.check(self.score("in.jsonl", "-o", "out.jsonl", "--window", "16"))

    def test_changed_options(self):
        self.kill_run()
        self.check(self.score("in.jsonl", "-o", "out.jsonl", "--window", "17"))

    # Reports

    def results_for_report(self, records=2, **fields):
        """scores.jsonl of in.jsonl; the lines of the former."""
        self.write_records("in.jsonl", [record(number, **fields) for number in range(records)])
        self.assert_exit(self.score("in.jsonl", "-o", "scores.jsonl", "--overwrite"), 0)
        return (self.folder / "scores.jsonl").read_text().splitlines(keepends=True)

    def check_report(self, *arguments, output="report.html", **options):
        """Made, or refused without leaving anything behind."""
        before = {p.name: p.read_bytes() for p in self.folder.iterdir() if p.is_file()}
        run = self.assay("report", *arguments, *(["-o", output] if output else []), **options)
        self.check(run)
        after = {p.name: p.read_bytes() for p in self.folder.iterdir() if p.is_file()}
        made = after.pop(output, None) if run.returncode == 0 else None
        self.assertEqual(after, before)
        return made

    def test_report_missing_results(self):
        self.check_report("nothing.jsonl")

    def test_report_unfinished_results(self):
        self.write("scores.jsonl.partial", "")
        self.check_report("scores.jsonl")

    def test_report_not_results(self):
        self.write_records("in.jsonl", [record()])
        self.check_report("in.jsonl")

    def test_report_empty_results(self):
        self.write("scores.jsonl", "")
        self.check_report("scores.jsonl")

    def test_report_no_records(self):
        self.results_for_report(records=0)
        self.assertIn(b"<!doctype html>", self.check_report("scores.jsonl"))
        for output in ("report.md", "report.csv", "report.xml"):
            self.check_report("scores.jsonl", output=output)
            (self.folder / output).unlink()

    def test_report_partial_results(self):
        self.write("some.jsonl", "".join(self.results_for_report()[:-1]))
        self.assertIn(b"not finished", self.check_report("some.jsonl", output="report.md"))

    def test_report_joined_results(self):
        lines = self.results_for_report()
        self.write("twice.jsonl", "".join(lines + lines))
        self.check_report("twice.jsonl")

    def test_report_missing_line(self):
        self.write_records("in.jsonl", [record(0), record(1)])
        self.assert_exit(self.score("in.jsonl", "-o", "scores.jsonl", metric="overlap,nli"), 0)
        lines = (self.folder / "scores.jsonl").read_text().splitlines(keepends=True)
        self.write("fewer.jsonl", "".join(lines[:3] + lines[4:]))
        self.check_report("fewer.jsonl")

    def test_report_other_records(self):
        self.results_for_report()
        self.write_records("others.jsonl", [record(0), record(id="other")])
        self.check_report("scores.jsonl", "--input", "others.jsonl")

    def test_report_few_records(self):
        self.results_for_report()
        self.write_records("few.jsonl", [record(0)])
        self.check_report("scores.jsonl", "--input", "few.jsonl")

    def test_report_nothing_in_common(self):
        self.write("before.jsonl", "".join(self.results_for_report(id="other")))
        self.results_for_report()
        self.assertIn(b"0 of 2 records",
                      self.check_report("scores.jsonl", "--compare", "before.jsonl",
                                        output="report.md"))

    def test_report_unknown_metric(self):
        self.results_for_report()
        self.check_report("scores.jsonl", "--metric", "q2")

    def test_report_unknown_column(self):
        self.results_for_report()
        self.check_report("scores.jsonl", "--label", "judged")
        self.check_report("scores.jsonl", "--system", "model")

    def test_report_unknown_label(self):
        self.results_for_report(label="good")
        self.check_report("scores.jsonl", "--positive", "godo")

    def test_report_no_format(self):
        self.results_for_report()
        self.check_report("scores.jsonl", output="report.pdf")
        self.check_report("scores.jsonl", output="-")
        self.check_report("scores.jsonl", output=None)

    def test_report_filter_of_page(self):
        self.results_for_report()
        self.check_report("scores.jsonl", "--verdict", "refuted")
        self.check_report("scores.jsonl", "--status", "failed", output="report.md")

    def test_report_input_twice(self):
        self.check_report("-", "--input", "-", input="")

    def test_report_onto_results(self):
        self.results_for_report()
        (self.folder / "link.jsonl").symlink_to("scores.jsonl")
        for output in ("scores.jsonl", "link.jsonl", "./in.jsonl", "scores.jsonl.run"):
            self.check_report("scores.jsonl", "--input", "in.jsonl", "--format", "html",
                              output=output)

    def test_report_into_folder(self):
        self.results_for_report()
        (self.folder / "folder").mkdir()
        self.check_report("scores.jsonl", "--format", "html", output="folder")

    def test_report_folder_missing(self):
        self.results_for_report()
        self.check_report("scores.jsonl", output="folder/report.html")

    def test_report_full_device(self):
        self.results_for_report()
        self.check_report("scores.jsonl", "--format", "html", output="/dev/full")

    # The machine

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


class Table(unittest.TestCase):
    def test_every_row_has_a_test_and_every_test_a_row(self):
        tests = {name.removeprefix("test_").replace("_", "-") for rows in (BadInput, BadModels)
                 for name in unittest.TestLoader().getTestCaseNames(rows)}
        self.assertGreater(len(TABLE), 50)
        self.assertEqual(tests, set(TABLE))

    def test_ids_are_unique(self):
        text = (SOURCE / "docs" / "bad_input.md").read_text()
        ids = re.findall(r"(?m)^\| ([a-z0-9-]+) \|", text)
        self.assertEqual(len([i for i in ids if i != "id"]), len(TABLE))  # not the headings


def load_tests(loader, _, __):
    """Without the rows that this file only knows the names of."""
    return unittest.TestSuite(map(loader.loadTestsFromTestCase, (BadInput, Table)))


if __name__ == "__main__":
    unittest.main()
