"""Brings the network of a model folder to 8 bits with NNCF.

    quantize_model.py FOLDER ROWS OUT [--samples 300] [--seed 1] [--full-range]

FOLDER holds OpenVINO IR as `assay models export` writes it, ROWS (JSON lines, also gzip) the rows
that the model was trained on: a few of them, drawn by the seed, show what numbers its layers meet.
OUT becomes a model folder. Run it through tools/quantize.sh, which also measures what was lost.

Products of the encoder get 8-bit weights and inputs; the head stays in floating point, its weights
stored in 16 bits. Every embedding table is stored in 8 bits with a scale for each row. Weights use
half of the 8 bits' range unless --full-range is given: where a processor has no VNNI, OpenVINO adds
two products in 16 bits, which the whole range would overflow. Our own kernels need no such room.
"""

import argparse
import gzip
import json
import random
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

try:
    import nncf
    import numpy as np
    import openvino as ov
    from nncf.quantization.advanced_parameters import AdvancedQuantizationParameters, OverflowFix
    from openvino import opset13 as ops
    from tokenizers import Encoding, Tokenizer
except ModuleNotFoundError as error:
    sys.exit(f"{__doc__}\n{error}")

LEAST_ROOM = 16  # tokens of the long text that a sequence shows at least, as src/model/windows.cc


def read_rows(path: Path) -> Iterator[dict]:
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                row = json.loads(line)
                if not isinstance(row, dict):
                    raise SystemExit(f"{path}:{number}: not a JSON object")
                yield row


def draw(rows: Iterator[dict], count: int, seed: int) -> list[dict]:
    """`count` rows in a random order; the same ones for the same file and seed."""
    rng = random.Random(seed)
    kept: list[dict] = []
    for number, row in enumerate(rows):
        place = number if number < count else rng.randrange(number + 1)
        if number < count:
            kept.append(row)
        elif place < count:
            kept[place] = row
    return kept


class Sequences:
    """Texts as the engine lays them out: a long one shows its first window."""

    def __init__(self, folder: Path, is_span: bool):
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self.longest = config["max_position_embeddings"]
        self.whole = config.get("whole_tokens", self.longest)
        self.window = config.get("window_tokens", 0)
        self.is_span = is_span
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()

    def tokens(self, text: str) -> Encoding:
        return self.tokenizer.encode(text, add_special_tokens=False)

    def of_row(self, row: dict) -> Encoding:
        """The question stands before its context, the hypothesis behind its premise."""
        fixed = self.tokens(row["question" if self.is_span else "hypothesis"])
        text = self.tokens(row["context" if self.is_span else "premise"])
        self.cut(fixed, text)
        first, second = (fixed, text) if self.is_span else (text, fixed)
        return self.tokenizer.post_process(first, second)

    def cut(self, fixed: Encoding, text: Encoding) -> None:
        room = self.longest - self.tokenizer.num_special_tokens_to_add(is_pair=True)
        fixed.truncate(min(len(fixed), room - min(len(text), LEAST_ROOM, room // 2)))
        taken = len(fixed) + self.longest - room
        if taken + len(text) > min(self.whole, self.longest):
            widest = self.longest - taken
            text.truncate(min(self.window or widest, widest))


def inputs_of(encoding: Encoding) -> dict[str, np.ndarray]:
    lists = dict(input_ids=encoding.ids, attention_mask=encoding.attention_mask,
                 token_type_ids=encoding.type_ids)
    return {name: np.array([values], dtype=np.int64) for name, values in lists.items()}


def products(model: ov.Model) -> list[str]:
    return [node.get_friendly_name() for node in model.get_ops() if node.get_type_name() == "MatMul"]


def head_products(model: ov.Model) -> list[str]:
    """Export names products by their weights; those of attention have none and a number instead."""
    return [name for name in products(model) if not re.match(r"encoder\.|MatMul_\d+$", name)]


def quantize(model: ov.Model, items: list[dict], full_range: bool) -> ov.Model:
    fix = OverflowFix.DISABLE if full_range else OverflowFix.ENABLE
    return nncf.quantize(
        model, nncf.Dataset(items), subset_size=len(items), model_type=nncf.ModelType.TRANSFORMER,
        ignored_scope=nncf.IgnoredScope(names=head_products(model)),
        advanced_parameters=AdvancedQuantizationParameters(overflow_fix=fix))


def replace(node: ov.Node, other: ov.Node) -> None:
    other.set_friendly_name(node.get_friendly_name())
    for target in list(node.output(0).get_target_inputs()):
        target.replace_source_output(other.output(0))


def halved(values: np.ndarray) -> ov.Node:
    return ops.convert(ops.constant(values.astype(np.float16)), "f32")


def table_in_8_bits(table: np.ndarray) -> ov.Node:
    scales = np.maximum(np.abs(table).max(axis=1, keepdims=True), np.float32(1e-12)) / 127
    scales = scales.astype(np.float16).astype(np.float32)  # rounded as it will be stored
    scales[scales == 0] = np.float16(6e-8)
    values = np.clip(np.rint(table / scales), -127, 127).astype(np.int8)
    return ops.multiply(ops.convert(ops.constant(values), "f32"), halved(scales))


def is_large_matrix(node: ov.Node) -> bool:
    return (node.get_type_name() == "Constant" and node.get_element_type() == ov.Type.f32
            and len(node.shape) == 2 and np.prod(node.shape) > 1000)


def reader_of(node: ov.Node) -> ov.Node:
    return next(iter(node.output(0).get_target_inputs())).get_node()


def shrink(model: ov.Model) -> None:
    """What NNCF leaves in 32 bits though nobody needs them: positions, the head, scales of rows."""
    for node in model.get_ordered_ops():
        if not is_large_matrix(node):
            continue
        if reader_of(node).get_type_name() == "Slice":
            replace(node, table_in_8_bits(node.data))
        else:
            replace(node, halved(node.data))


def save(model: ov.Model, folder: Path, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json"):
        if (folder / name).exists():
            shutil.copyfile(folder / name, out / name)
    xml = out / "openvino_model.xml"
    ov.save_model(model, str(xml), compress_to_fp16=False)
    text = xml.read_text(encoding="utf-8")
    xml.write_text(re.sub(r"^\t+", "", text, flags=re.MULTILINE), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("rows", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--samples", type=int, default=300, help="rows to calibrate with (300)")
    parser.add_argument("--seed", type=int, default=1, help="draws them (1)")
    parser.add_argument("--full-range", action="store_true",
                        help="weights use all of the 8 bits: not for OpenVINO without VNNI")
    arguments = parser.parse_args()
    model = ov.Core().read_model(str(arguments.folder / "openvino_model.xml"))
    is_span = "start_logits" in {name for output in model.outputs for name in output.get_names()}
    sequences = Sequences(arguments.folder, is_span)
    rows = draw(read_rows(arguments.rows), arguments.samples, arguments.seed)
    items = [inputs_of(sequences.of_row(row)) for row in rows]
    quantized = quantize(model, items, arguments.full_range)
    shrink(quantized)
    save(quantized, arguments.folder, arguments.out)
    print(f"{arguments.out}: calibrated with {len(items)} rows of {arguments.rows.name}")


if __name__ == "__main__":
    main()
