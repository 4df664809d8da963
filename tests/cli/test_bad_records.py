"""The rows of docs/bad_input.md on records."""

import json
import unittest

from bad_input_rows import RowTest
from harness import record


class BadRecords(RowTest):
    def check_record(self, **fields):
        """A good record and then the one in question: the first must be scored all the same."""
        self.write_records("in.jsonl", [record(0), record(1, **fields)])
        self.check(self.score("in.jsonl", "-o", "out.jsonl"), index=1)
        self.assertEqual(self.results()[0]["status"], "measured")

    def check_line(self, line):
        good = json.dumps(record(0)).encode() + b"\n"
        self.check_file("in.jsonl", good + line + b"\n" + good, index=1)
        self.assertEqual([r["status"] for r in self.results()][::2], ["measured", "measured"])

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


if __name__ == "__main__":
    unittest.main()
