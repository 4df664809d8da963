"""Makes one model of several: the weighted mean of their weights, all of one base and one shape.

    mean_of_weights.py OUT FOLDER[=WEIGHT] FOLDER[=WEIGHT]...

FOLDERs are what `assay train` writes (config.json, model.safetensors, tokenizer.json), for instance where
a run began and where it ended: their mean is often right about more than either. config.json and
tokenizer.json are those of the last; of a model that answers questions its `null_answer_margin` is worth
measuring anew.

Runs in the environment of tools/quantize.sh (tools/setup.sh quantize).
"""

import argparse
import shutil
import sys
from pathlib import Path

try:
    import numpy as np
    from safetensors.numpy import load_file, save_file
except ModuleNotFoundError as error:
    sys.exit(f"{__doc__}\n{error}")


def folder_and_weight(text: str) -> tuple[Path, float]:
    folder, _, weight = text.rpartition("=")
    return (Path(folder), float(weight)) if folder else (Path(text), 1.0)


def weighted_mean(parts: list[tuple[Path, float]]) -> dict[str, np.ndarray]:
    total = sum(weight for _, weight in parts)
    means: dict[str, np.ndarray] = {}
    for folder, weight in parts:
        tensors = load_file(folder / "model.safetensors")
        if means and {n: t.shape for n, t in tensors.items()} != {n: t.shape for n, t in means.items()}:
            sys.exit(f"{folder}: has other tensors than {parts[0][0]}")
        for name, tensor in tensors.items():
            means[name] = means.get(name, 0) + tensor.astype(np.float64) * (weight / total)
    return {name: mean.astype(np.float32) for name, mean in means.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("parts", nargs="+", type=folder_and_weight, metavar="FOLDER[=WEIGHT]")
    arguments = parser.parse_args()
    tensors = weighted_mean(arguments.parts)
    arguments.out.mkdir(parents=True, exist_ok=True)
    save_file(tensors, arguments.out / "model.safetensors")
    for name in ("config.json", "tokenizer.json"):
        shutil.copy(arguments.parts[-1][0] / name, arguments.out)


if __name__ == "__main__":
    main()
