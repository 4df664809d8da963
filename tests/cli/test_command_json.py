"""What commands print as JSON has the members that docs/formats/command_json.md describes."""

import json
import re
import shutil
import unittest
from pathlib import Path

from harness import ENDLESS, FAILED, SOURCE, ProgramTest, record

PAGE = SOURCE / "docs" / "formats" / "command_json.md"
# Objects whose members have names of their own.
NAMED = {"statuses", "scores", "counts", "corpus", "measures", "held_out", "roc_auc"}


def documented(command):
    """Members in the table of this command's section."""
    section = re.search(rf"(?ms)^## `{re.escape(command)}`$(.*?)(?=^## |\Z)",
                        PAGE.read_text(encoding="utf-8"))
    return set(re.findall(r"(?m)^\| `([^`]+)` \|", section.group(1)))


def members(value, path=""):
    """Paths of all members: `metrics[].scores{}.mean`."""
    found = set()
    if isinstance(value, list):
        for item in value:
            found |= members(item, f"{path}[]")
    elif isinstance(value, dict) and path.rpartition(".")[2] in NAMED:
        for item in value.values():
            found |= members(item, path + "{}")
    elif isinstance(value, dict):
        for name, item in value.items():
            inner = f"{path}.{name}" if path else name
            found |= {inner} | members(item, inner)
    return found


class CommandJson(ProgramTest):
    def setUp(self):
        super().setUp()
        rows = [record(0), record(1, response=ENDLESS)]
        self.write("in.jsonl", "".join(json.dumps(row) + "\n" for row in rows) + "not json\n")

    def check(self, command, *arguments):
        printed = json.loads(self.assay(*command.split()[1:], *arguments).stdout)
        self.assertEqual(members(printed), documented(command))

    def test_score(self):
        self.check("assay score --json", "-m", "q2,bleu", "--against", "knowledge", "in.jsonl",
                   "-o", "out.jsonl")

    def test_plan(self):
        self.check("assay plan --json", "-m", "nli", "in.jsonl")

    def test_doctor(self):
        self.check("assay doctor --json")

    def test_metrics(self):
        self.check("assay metrics --json")

    def test_models_list(self):
        self.check("assay models list --json")

    def test_models_verify(self):
        source = Path(self.assay("models", "path", "nli").stdout.strip())
        shutil.copytree(source, self.folder / "models" / "nli")
        shutil.copy(source.parent / "manifest.json", self.folder / "models")
        shutil.copytree(source.parent / "quality", self.folder / "models" / "quality")
        (self.folder / "models" / "nli" / "config.json").write_text("{}")
        self.check("assay models verify --json", "nli", "qa", "--models", "models")

    def judged(self):
        """Scores of two metrics with labels, ratings, systems and contexts; one is missing."""
        rows = ["a,b,label,rating,system,context,r1,r2"]
        for i in range(40):
            a = "" if i == 5 else f"{(i * 7 % 40) / 40}"
            label = (i + i // 2) % 2
            rows.append(f"{a},{(i * 11 % 40) / 40},{label},{i % 5},s{i % 2},c{i // 2},{i % 2},{label}")
        self.write("judged.csv", "\n".join(rows) + "\n")
        return ["judged.csv", "--bootstrap", "50"]

    def test_evaluate_classify(self):
        self.check("assay evaluate classify --json", *self.judged(), "-s", "a,b", "--curves",
                   "--bad-scores", "no-score")

    def test_calibrate_combine(self):
        run = self.assay("calibrate", "combine", "--json", *self.judged(), "-s", "a,b", "-o", "e.json",
                         "--bad-scores", "no-score")
        printed = json.loads(run.stdout)
        self.assertEqual(printed["ensemble"], json.loads((self.folder / "e.json").read_text()))
        printed["ensemble"] = None  # described with its format
        self.assertEqual(members(printed), documented("assay calibrate combine --json"))

    def test_evaluate_correlate(self):
        self.check("assay evaluate correlate --json", *self.judged(), "-s", "a,b", "--label",
                   "rating", "--system", "system", "--bad-scores", "no-score")

    def test_evaluate_agreement(self):
        self.check("assay evaluate agreement --json", *self.judged(), "--rater", "r1", "--rater",
                   "r2")

    def test_evaluate_system_level(self):
        table, *_ = self.judged()
        self.check("assay evaluate system-level --json", table, "-s", "a,b", "--rounds", "20",
                   "--bad-scores", "no-score")

    def experiment(self):
        self.write_records("few.jsonl", [record(i, label=i % 2, response=f"Word {i} of London.")
                                         for i in range(6)])
        return ["few.jsonl", "--bootstrap", "20"]

    def test_evaluate_robustness(self):
        self.check("assay evaluate robustness --json", "-m", "overlap", *self.experiment())

    def test_evaluate_ablate(self):
        run = self.assay("evaluate", "ablate", "--json", "-m", "overlap", *self.experiment(),
                         "--variant", "x: -m nli")
        printed = json.loads(run.stdout)
        self.assertEqual(printed["classify"]["schema"], "assay.classify/1")
        printed["classify"] = None  # described with its own command
        self.assertEqual(members(printed), documented("assay evaluate ablate --json"))

    def test_analyze(self):
        found = set()
        for field in ("response", "knowledge"):
            run = self.assay("analyze", "in.jsonl", "--of", field, "--margins")
            self.assert_exit(run, FAILED)
            lines = [json.loads(line) for line in run.stdout.splitlines()]
            self.assertEqual(set(lines[-1]), {"id", "error"})
            for line in lines:
                found |= members(line)
        self.assertEqual(found, documented("assay analyze"))

    def test_generate(self):
        model = SOURCE / "tests" / "data" / "generation" / "tiny_llama.gguf"
        self.write("in.jsonl", '{"prompt": "a"}\n{}\n')
        run = self.assay("generate", model, "in.jsonl", "--beams", "2", "--max-tokens", "2")
        self.assert_exit(run, FAILED)
        lines = [json.loads(line) for line in run.stdout.splitlines()]
        self.assertEqual(members(lines[0]) | members(lines[1]), documented("assay generate"))


if __name__ == "__main__":
    unittest.main()
