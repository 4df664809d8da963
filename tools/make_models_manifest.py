#!/usr/bin/env python3
"""Writes models/manifest.json: what each model is, and the size and SHA-256 of its files.

usage: tools/make_models_manifest.py        (from the source tree, with .deps in place, after make build)

The descriptions stand below; the files are those that a model folder needs to be loaded. The quality is
measured by the built program on the rows of models/quality.
"""
import hashlib
import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("ASSAY_PROGRAM", str(ROOT / "build/release/assay"))
SCORES = {"nli": ["accuracy"], "qa": ["exact", "f1", "refused"]}

IR_FILES = ["config.json", "openvino_model.bin", "openvino_model.xml", "tokenizer.json"]
MODELS = [
    dict(
        name="nli", task="nli", version="2", licence="Apache-2.0",
        base="all-MiniLM-L6-v2 (Apache-2.0)",
        summary="Does a premise entail, contradict or leave open a hypothesis? 22.7 M parameters, int8",
        files=IR_FILES,
    ),
    dict(
        name="qa", task="qa", version="3", licence="Apache-2.0",
        base="all-MiniLM-L6-v2 (Apache-2.0)",
        summary="The span of a context that answers a question, or none. 22.7 M parameters, int8",
        files=IR_FILES,
    ),
    dict(
        name="ensemble", task="ensemble", version="1", licence="Apache-2.0",
        base="none",
        summary="Weights of the metric `ensemble`: q2, nli-sentences, overlap and bleu",
        files=["ensemble.json"],
    ),
    dict(
        name="all-minilm-l6-v2", task="embedding", version="1", licence="Apache-2.0",
        base="MiniLM-L6-H384-uncased",
        summary="Sentence embeddings of 384 dimensions. 22.7 M parameters, f32",
        files=["config.json", "model.safetensors", "tokenizer.json"],
    ),
    dict(
        name="en_core_web_sm", task="linguistics", version="3.8.0", licence="MIT",
        base="spaCy",
        summary="English tags, dependencies, entities and lemmas",
        files=None,  # every file of the folder
    ),
]


def folder_of(name):
    for parent in (ROOT / "models", ROOT / ".deps" / "models"):
        if (parent / name).is_dir():
            return parent / name
    raise SystemExit(f"{name} is neither in models/ nor in .deps/models/")


def describe(model):
    folder = folder_of(model["name"])
    names = model["files"] or sorted(
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc")
    )
    files = []
    for name in names:
        data = (folder / name).read_bytes()
        files.append(dict(path=name, size=len(data), sha256=hashlib.sha256(data).hexdigest()))
    described = {**model, "files": files}
    if model["task"] in SCORES:
        described["quality"] = measure(folder, model["task"])
    return described


def measure(folder, task):
    rows = f"quality/{task}.jsonl"
    command = [PROGRAM, "models", "measure", "--json", folder, ROOT / "models" / rows]
    measured = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return {"rows": rows, "scores": {name: round(measured[name], 4) for name in SCORES[task]}}


def main():
    manifest = {"schema": "assay.models/1", "models": [describe(model) for model in MODELS]}
    text = json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"
    (ROOT / "models" / "manifest.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
