"""The commands that docs/evaluate.md gives for public sets, on small files laid out as theirs."""

import csv
import json
import os
import re
import subprocess
import unittest
from pathlib import Path

from harness import GOOD, PROGRAM, SOURCE, ProgramTest, environment

# What is known, a sentence that it supports, and one that it does not.
FACTS = [
    ("The ferry takes 40 minutes.", "The ferry takes 40 minutes.", "The flight takes 3 hours."),
    ("Mina plays the cello in Oslo.", "Mina plays the cello.", "Mina plays the drums in Rome."),
    ("The museum opened in 1902.", "The museum opened in 1902.", "A library closed in 1950."),
    ("Green tea comes from China.", "Green tea comes from China.", "Coffee is grown by Brazil."),
    ("The bridge is 80 metres long.", "The bridge is 80 metres long.", "A tunnel is a mile deep."),
    ("Karl keeps bees on the roof.", "Karl keeps bees.", "Karl breeds horses near Bonn."),
    ("The choir sings on Mondays.", "The choir sings on Mondays.", "The band plays every Friday."),
    ("Lake Orta lies in Italy.", "Lake Orta lies in Italy.", "That river flows to Spain."),
    ("The baker sells rye bread.", "The baker sells rye bread.", "A butcher buys white wine."),
    ("Ines was born in Porto.", "Ines was born in Porto.", "Ines died abroad, in Lima."),
    ("The train leaves at nine.", "The train leaves at nine.", "Buses come round at noon."),
    ("Owls hunt at night.", "Owls hunt at night.", "Hens sleep all morning."),
]
RATINGS = ("Understandable", "Natural", "Maintains Context", "Engaging", "Uses Knowledge",
           "Overall")


def documented_block():
    text = (SOURCE / "docs" / "evaluate.md").read_text(encoding="utf-8")
    return re.search(r"Commands for each.*?```\n(.*?)```", text, re.DOTALL).group(1)


class PublicSets(ProgramTest):
    def write_json(self, name, value):
        (self.folder / name).write_text(json.dumps(value), encoding="utf-8")

    def write_rows(self, name, rows, **dialect):
        with open(self.folder / name, "w", newline="", encoding="utf-8") as file:
            csv.writer(file, **dialect).writerows(rows)

    def write_wow(self):
        header = ["", "episode_idx", "round", "topic", "message", "dodeca_response",
                  "memnet_response", "knowledge", "gold", "dodeca_label", "memnet_label"]
        rows = [[i, i // 2, i % 2, "A topic", "Tell me.", *((good, bad) if i % 2 else (bad, good)),
                 known, good, *((0, 1) if i % 2 else (1, 0))]
                for i, (known, good, bad) in enumerate(FACTS)]
        self.write_rows("cross_annotation.csv", [header, *rows])

    def write_begin(self):
        header = ["model_name", "data_source", "knowledge", "message", "response", "begin_label"]
        rows = [[model, "wow", known, "tell me.", text, label] for known, good, bad in FACTS
                for model, text, label in (("t5", good, "Fully attributable"),
                                           ("gpt2", bad, "Not fully attributable"))]
        generic = ["doha", "wow", FACTS[0][0], "tell me.", "ok", "Generic"]
        self.write_rows("begin_dev_wow.tsv", [header, *rows, generic], delimiter="\t")

    def write_usr(self):
        def response(model, text, used):
            return {"response": text + "\n", "model": model,
                    **{name: [used, 1, used] for name in RATINGS}}
        self.write_json("usr_persona_chat.json", [
            {"context": "hi\nhello\n", "fact": f"your persona: {known}\n",
             "annotators": ["a", "b", "c"], "responses": [
                 response("Original Ground Truth", good, 1), response("Seq2Seq", bad, 0),
                 response("KV-MemNN", good, 1)]}
            for known, good, bad in FACTS])

    def write_finedialfact(self):
        self.write_json("hybridialogue.json", [
            {"id": f"d{i}-{label}", "dialogue": "A: hi\nB: hello\n", "atomic_fact": text,
             "evidence": [{"id": str(i), "title": "Page", "text": known}], "type": "gpt",
             "isFactualClaim": True, "factualLabel": label}
            for i, (known, good, bad) in enumerate(FACTS)
            for text, label in ((good, "Supports"), (bad, "Refutes"))])

    def write_refchecker(self):
        self.write_json("dolly.json", [
            {"id": str(i), "question": "What is known?", "context": [known]}
            for i, (known, _, _) in enumerate(FACTS)])
        for system in ("chatgpt", "falcon_40B_instruct"):
            self.write_json(f"dolly_{system}_answers.json", [
                {"id": str(i), "response": f"{good} {bad}", "claude2_response_kg": [
                    {"triplet": good.rstrip(".").split(" ", 2), "human_label": "Entailment"},
                    {"triplet": bad.rstrip(".").split(" ", 2), "human_label": "Neutral"}]}
                for i, (_, good, bad) in enumerate(FACTS)])

    def write_dnli(self):
        for part in ("dev", "verified_test"):
            self.write_json(f"dialogue_nli_{part}.jsonl", [
                {"id": f"{part}_{i}_{label}", "sentence1": known, "sentence2": text, "label": label,
                 "dtype": "matchingtriple_up", "triple1": ["i", "like", "tea"]}
                for i, (known, good, bad) in enumerate(FACTS)
                for text, label in ((good, "positive"), (bad, "neutral" if i % 2 else "negative"))])

    def write_summac(self):
        for cut in ("val", "test"):
            items = [{"document": known, "claim": text, "label": label, "cut": cut,
                      "annotations": [label], "dataset": "frank", "origin": "cnndm"}
                     for known, good, bad in FACTS for text, label in ((good, 1), (bad, 0))]
            self.write_json(f"{cut}.json", [{"name": "frank", "dataset": items}])

    def write_true(self):
        for name in ("qags_cnndm", "frank_valid"):
            pairs = [(known, text, label) for known, good, bad in FACTS
                     for text, label in ((good, 1), (bad, 0))]
            self.write_rows(f"{name}_download.csv", [["", "grounding", "generated_text", "label"],
                                                     *[[i, *pair] for i, pair in enumerate(pairs)]])

    def test_documented_commands_run_on_files_as_they_are_downloaded(self):
        for write in (self.write_wow, self.write_begin, self.write_usr, self.write_finedialfact,
                      self.write_refchecker, self.write_dnli, self.write_summac, self.write_true):
            write()
        block = documented_block()
        sets = self.assay("evaluate", "prepare", "--help").stdout
        for name in re.search(r"\bwow\|[\w|]+", sets).group(0).split("|"):
            self.assertIn(f"prepare {name} ", block)
        run = subprocess.run(
            ["bash", "-euc", block], cwd=self.folder, capture_output=True, text=True, timeout=1800,
            env=environment(PATH=f"{Path(PROGRAM).parent}:{os.environ['PATH']}"))
        self.assertEqual(run.returncode, GOOD, run.stderr)
        self.assertNotIn("warning", run.stderr)
        # Of every set some metric tells what is supported from what is not.
        for scores, positive in (("wow", "consistent"), ("begin", "Fully attributable"),
                                 ("facts", "Supports"), ("dolly", "Entailment"),
                                 ("verified_test", "entailment"), ("test", "1"), ("true", "1")):
            judged = self.assay("evaluate", "classify", f"{scores}.scores.jsonl", "--positive",
                                positive, "--json", "--bootstrap", "0", "--folds", "0")
            areas = [metric["measures"]["roc_auc"]["value"]
                     for metric in json.loads(judged.stdout)["metrics"]]
            self.assertGreater(max(areas), 0.8, scores)


if __name__ == "__main__":
    unittest.main()
