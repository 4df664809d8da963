"""What the oracles of src/text share: running text_lines, and texts to run it on."""

import json
import os
import pathlib
import random
import subprocess

SOURCE_DIR = pathlib.Path(os.environ["ASSAY_SOURCE_DIR"])
TEXT_LINES = os.environ["ASSAY_TEXT_LINES"]

# (first, last, weight) of the blocks that random texts are drawn from.
BLOCKS = [
    (0x20, 0x7E, 12), (0x20, 0x20, 8), (0x41, 0x5A, 4), (0x00, 0x1F, 1), (0x7F, 0xBF, 2),
    (0xC0, 0x24F, 4), (0x250, 0x2FF, 1), (0x300, 0x36F, 4), (0x370, 0x3FF, 2),
    (0x400, 0x52F, 2), (0x530, 0x5FF, 1), (0x600, 0x6FF, 2), (0x700, 0x8FF, 1),
    (0x900, 0xDFF, 2), (0xE00, 0xFFF, 2), (0x1000, 0x109F, 1), (0x10A0, 0x11FF, 2),
    (0x1200, 0x1AFF, 1), (0x1B00, 0x1CFF, 1), (0x1D00, 0x1DFF, 1), (0x1E00, 0x1FFF, 3),
    (0x2000, 0x206F, 3), (0x2070, 0x218F, 2), (0x2190, 0x27FF, 1), (0x2800, 0x2E7F, 1),
    (0x2E80, 0x30FF, 2), (0x3100, 0x33FF, 1), (0x3400, 0x4DBF, 1), (0x4E00, 0x9FFF, 2),
    (0xA000, 0xABFF, 1), (0xAC00, 0xD7A3, 2), (0xD7A4, 0xD7FF, 1), (0xE000, 0xF8FF, 1),
    (0xF900, 0xFAFF, 1), (0xFB00, 0xFDFF, 1), (0xFE00, 0xFE6F, 1), (0xFE70, 0xFEFF, 1),
    (0xFF00, 0xFFFF, 2), (0x10000, 0x10FFF, 1), (0x11000, 0x11FFF, 1), (0x12000, 0x1CFFF, 1),
    (0x1D000, 0x1DFFF, 1), (0x1E000, 0x1EFFF, 1), (0x1F000, 0x1FFFF, 2),
    (0x20000, 0x2FFFF, 1), (0x30000, 0x10FFFF, 1),
]  # fmt: skip


def random_text(rng, longest):
    blocks = rng.choices(BLOCKS, [b[2] for b in BLOCKS], k=rng.randint(0, longest))
    return "".join(chr(rng.randint(first, last)) for first, last, _ in blocks)


def random_texts(seed, count, longest=40):
    rng = random.Random(seed)
    return [random_text(rng, longest) for _ in range(count)]


def torture_texts():
    with open(SOURCE_DIR / "tests/data/unicode_torture.jsonl", encoding="ascii") as lines:
        return [json.loads(line) for line in lines]


def shared_texts():
    """Dialogue turns and knowledge of Wizard of Wikipedia; empty without ASSAY_DATA."""
    folder = os.environ.get("ASSAY_DATA")
    if not folder:
        return []
    texts = []

    def collect(value):
        if isinstance(value, str):
            texts.append(value)
        elif isinstance(value, dict):
            for key, part in value.items():
                texts.append(key)
                collect(part)
        elif isinstance(value, list):
            for part in value:
                collect(part)

    with open(pathlib.Path(folder) / "eval/wow/valid.json", encoding="utf-8") as file:
        collect(json.load(file))
    return sorted(set(texts))


def run_text_lines(arguments, lines):
    """The answers of text_lines to lines (lists of texts)."""
    program = subprocess.run(
        [TEXT_LINES, *map(str, arguments)],
        input="".join(json.dumps(line) + "\n" for line in lines),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    # Not splitlines, which also splits at line separators inside the texts.
    return [json.loads(line) for line in program.stdout.split("\n")[:-1]]


class Differences:
    """Counts what was compared and prints the first differences."""

    def __init__(self):
        self.compared = 0
        self.differences = 0

    def compare(self, what, line, ours, theirs):
        self.compared += 1
        if ours == theirs:
            return
        self.differences += 1
        if self.differences <= 10:
            print(f"DIFFERENT {what}: {ascii(line)}\n  ours   {ours}\n  theirs {theirs}")

    def exit_code(self):
        print(f"{self.compared} compared, {self.differences} different")
        return 1 if self.differences or not self.compared else 0
