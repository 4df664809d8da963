#!/usr/bin/env python3
"""Makes a model folder of an entailment archive of AllenNLP, such as the SNLI RoBERTa of the paper.

    python3 -m venv venv && venv/bin/pip install torch safetensors
    venv/bin/python tools/models/nli_from_allennlp.py snli_roberta-2020.06.09.tar.gz ROBERTA OUT

ROBERTA is a folder with config.json and tokenizer.json of the checkpoint that the archive was trained
from (roberta-large): the archive holds neither. The archive must be a `basic_classifier` over the first
token of RoBERTa with one hidden layer of tanh, which is the head that RoBERTa has in `transformers`.
"""

import json
import shutil
import sys
import tarfile
from pathlib import Path

try:
    import torch
    from safetensors.torch import save_file
except ModuleNotFoundError as error:
    sys.exit(f"{__doc__}\n{error}")

NAMES = {  # of the archive, and of a folder
    "_text_field_embedder.token_embedder_tokens.transformer_model.": "roberta.",
    "_feedforward._linear_layers.0.": "classifier.dense.",
    "_classification_layer.": "classifier.out_proj.",
}
NEEDED = {f"classifier.{layer}.{kind}" for layer in ("dense", "out_proj") for kind in ("weight", "bias")}


def member(archive: tarfile.TarFile, name: str):
    found = archive.extractfile(name)
    if found is None:
        raise SystemExit(f"{name} is no file of the archive")
    return found


def renamed(weights: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    tensors = {}
    for name, tensor in weights.items():
        prefix = next((p for p in NAMES if name.startswith(p)), None)
        if prefix is None:
            raise SystemExit(f"the archive is another kind of model: it has a weight `{name}`")
        tensors[NAMES[prefix] + name[len(prefix):]] = tensor.contiguous().clone()
    if not NEEDED <= tensors.keys():
        raise SystemExit(f"the archive lacks {', '.join(sorted(NEEDED - tensors.keys()))}")
    return {n: t for n, t in tensors.items() if ".pooler." not in n and "position_ids" not in n}


def main() -> None:
    if len(sys.argv) != 4:
        raise SystemExit(__doc__)
    archive_path, base, out = map(Path, sys.argv[1:])
    out.mkdir(parents=True)
    with tarfile.open(archive_path) as archive:
        labels = member(archive, "vocabulary/labels.txt").read().decode().split()
        with open(out / "weights.th", "wb") as copy:
            shutil.copyfileobj(member(archive, "weights.th"), copy)
    weights = torch.load(out / "weights.th", map_location="cpu", weights_only=True)
    (out / "weights.th").unlink()
    save_file(renamed(weights), out / "model.safetensors")
    config = json.loads((base / "config.json").read_text())
    config["architectures"] = ["RobertaForSequenceClassification"]
    config["id2label"] = {str(i): label for i, label in enumerate(labels)}
    config["label2id"] = {label: i for i, label in enumerate(labels)}
    (out / "config.json").write_text(json.dumps(config, indent=2) + "\n")
    for name in ("tokenizer.json", "tokenizer_config.json"):
        if (base / name).exists():
            shutil.copy(base / name, out)
    print(f"{out}: {len(labels)} labels: {', '.join(labels)}")


if __name__ == "__main__":
    main()
