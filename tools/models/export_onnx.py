#!/usr/bin/env python3
"""Exports a checkpoint of any family that `transformers` knows to a model folder with ONNX.

    export_onnx.py CHECKPOINT OUT --task nli|qa|embedding

For the families that assay does not read from safetensors (docs/models.md). CHECKPOINT is a folder or
a name of a hub. Needs the packages torch, transformers, onnx and onnxscript:

    python3 -m venv venv && venv/bin/pip install torch transformers onnx onnxscript
"""

import argparse
import inspect
import sys
from pathlib import Path

try:
    import torch
    import transformers
except ModuleNotFoundError as error:
    sys.exit(f"{__doc__}\n{error}")

CLASSES = {
    "nli": (transformers.AutoModelForSequenceClassification, ["logits"]),
    "qa": (transformers.AutoModelForQuestionAnswering, ["start_logits", "end_logits"]),
    "embedding": (transformers.AutoModel, ["last_hidden_state"]),
}


class Positional(torch.nn.Module):
    """A model with positional inputs and outputs, as the exporter wants it."""

    def __init__(self, model, inputs: list[str], outputs: list[str]):
        super().__init__()
        self.model, self.inputs, self.outputs = model, inputs, outputs

    def forward(self, *tensors):
        found = self.model(**dict(zip(self.inputs, tensors)))
        return tuple(found[name] for name in self.outputs)


def inputs_of(model) -> list[str]:
    names = ["input_ids", "attention_mask"]
    takes_types = "token_type_ids" in inspect.signature(model.forward).parameters
    if takes_types and (getattr(model.config, "type_vocab_size", 0) or 0) > 1:
        names.append("token_type_ids")
    return names


def longest(config, tokenizer) -> int:
    """Tokens of a sequence. Two positions less than there are: some families do not use the first two."""
    positions = getattr(config, "max_position_embeddings", 0) or 512
    return min(positions - 2, tokenizer.model_max_length)


def export(model, outputs: list[str], most: int, file: Path) -> None:
    names = inputs_of(model)
    like = {"input_ids": torch.randint(5, 50, (2, 12)), "attention_mask": torch.ones(2, 12, dtype=torch.long),
            "token_type_ids": torch.zeros(2, 12, dtype=torch.long)}
    axes = {0: torch.export.Dim("batch"), 1: torch.export.Dim("length", max=most)}
    torch.onnx.export(Positional(model, names, outputs).eval(), tuple(like[name] for name in names), str(file),
                      dynamo=True, external_data=False, input_names=names, output_names=outputs,
                      dynamic_shapes=(tuple(axes for _ in names),))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("checkpoint")
    parser.add_argument("out", type=Path)
    parser.add_argument("--task", choices=CLASSES, required=True)
    arguments = parser.parse_args()
    kind, outputs = CLASSES[arguments.task]
    tokenizer = transformers.AutoTokenizer.from_pretrained(arguments.checkpoint)
    model = kind.from_pretrained(arguments.checkpoint, attn_implementation="eager").eval()
    arguments.out.mkdir(parents=True, exist_ok=True)
    tokenizer.save_pretrained(arguments.out)
    model.config.save_pretrained(arguments.out)
    export(model, outputs, longest(model.config, tokenizer), arguments.out / "model.onnx")
    print(f"{arguments.out}: try it with `assay doctor`")


if __name__ == "__main__":
    main()
