#!/usr/bin/env python3
"""Does assay ask, with a converted question model, what transformers asks with the checkpoint?

    venv/bin/pip install torch transformers sentencepiece protobuf
    venv/bin/python tools/models/check_questions.py CHECKPOINT MODEL.gguf RECORDS.jsonl [ASSAY]

Scores RECORDS with `ASSAY score -m q2 --qg MODEL.gguf --questions all` (ASSAY: the program, `assay`
when left out), and asks the checkpoint for the same questions by beam search as the paper's code does,
with one end token behind the text. Prints for how many phrases both ask the same questions, and up to
ten for which they do not; exit code 1 when there are any.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

try:
    import torch
    from transformers import AutoModelForSeq2SeqLM, AutoTokenizer
except ModuleNotFoundError as error:
    sys.exit(f"{__doc__}\n{error}")

EXPECTED = re.compile(r'expected "(.*)", the response gives (no answer|".*")', re.DOTALL)
TOLD = 10


def asked_by_assay(assay: str, model: str, records: str) -> dict[tuple[str, str], set[str]]:
    """Questions by id of the record and phrase."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.jsonl"
        subprocess.run([assay, "score", "-m", "q2", "--qg", model, "--questions", "all",
                        "--keep-personal", records, "-o", out, "--quiet"], check=True)
        lines = [json.loads(line) for line in out.read_text().splitlines()]
    asked = defaultdict(set)
    for result in (line for line in lines if line["type"] == "result"):
        for unit in (u for u in result["units"] if u["kind"] == "question"):
            asked[result["id"], unit["text"]].add(unit["question"])
        for dropped in (d for d in result["discarded"] if d["reason"] == "round_trip"):
            phrase = EXPECTED.fullmatch(dropped["detail"]).group(1)
            asked[result["id"], phrase].add(dropped["text"])
    return asked


class Checkpoint:
    def __init__(self, folder: str):
        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        self.model = AutoModelForSeq2SeqLM.from_pretrained(folder).eval()

    @torch.no_grad()
    def ask(self, phrase: str, text: str) -> set[str]:
        inputs = self.tokenizer([f"answer: {phrase}  context: {text}"], return_tensors="pt")
        made = self.model.generate(
            **inputs, max_length=128, num_beams=5, no_repeat_ngram_size=3,
            num_return_sequences=5, early_stopping=True, do_sample=False)
        texts = self.tokenizer.batch_decode(
            made, skip_special_tokens=True, clean_up_tokenization_spaces=False)
        questions = {text.strip().removeprefix("question:").strip() for text in texts}
        return questions - {""}


def main() -> int:
    if len(sys.argv) not in (4, 5):
        raise SystemExit(__doc__)
    folder, model, records = sys.argv[1:4]
    assay = sys.argv[4] if len(sys.argv) == 5 else "assay"
    responses = {}
    for line in Path(records).read_text().splitlines():
        record = json.loads(line)
        responses[record["id"]] = record["response"]
    checkpoint = Checkpoint(folder)
    asked = asked_by_assay(assay, model, records)
    different = 0
    for (record_id, phrase), questions in asked.items():
        expected = checkpoint.ask(phrase, responses[record_id])
        if questions == expected:
            continue
        different += 1
        if different <= TOLD:
            print(f"{record_id}, {phrase!r}: assay {sorted(questions)}, transformers {sorted(expected)}")
    print(f"{len(asked) - different} of {len(asked)} phrases are asked about alike")
    return 1 if different or not asked else 0


if __name__ == "__main__":
    sys.exit(main())
