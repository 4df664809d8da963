"""Prints what tools/quantize.sh measured, and fills a model card with it.

    model_card.py --float RUN/best --measured OUT.work --rows ROWS --dev DEV
                  [--template tools/models/nli_card.md --out OUT/README.md]
    model_card.py --float RUN/best --template tools/models/qg_card.md --out OUT/README.md

A template is the card's text with lines that are replaced: `{training}` by how the run that made
RUN/best trained (from RUN/config.json and RUN/log.jsonl), `{quantisation}` by how it was brought to
8 bits, `{quality}` by the table of what was measured. Without --measured, for a generator of
questions, there is no `{quantisation}`, and the quality is the best evaluation of the run.
"""

import argparse
import json
from pathlib import Path

ENGINES = {  # file of OUT.work -> heading
    "float": "float", "int8": "8-bit", "openvino": "8-bit on OpenVINO",
    "openvino-avx2": "8-bit on OpenVINO, AVX2",
}


def read_json(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))


def share(value: float) -> str:
    return f"{value:.4f}".lstrip("0") if value < 1 else "1.0000"


def figures(quality: dict) -> dict[tuple[str, str], str]:
    """(source, name of the score) -> score, the whole file under "all"."""
    found = {}
    for source, scores in [*quality["sources"].items(), ("all", quality)]:
        for name in ("accuracy", "exact", "f1", "refused"):
            if name in scores:
                found[source, name] = share(scores[name])
    return found


def count_of(quality: dict, source: str, score: str) -> int:
    scores = quality if source == "all" else quality["sources"][source]
    return scores[{"accuracy": "rows", "refused": "unanswerable"}.get(score, "answerable")]


def quality_table(measured: dict[str, dict]) -> str:
    first = measured["float"]
    columns = {name: figures(quality) for name, quality in measured.items()}
    lines = ["| source | rows | score | " + " | ".join(ENGINES[name] for name in columns) + " |",
             "|---|---|---|" + "---|" * len(columns)]
    for source, score in columns["float"]:
        cells = [column[source, score] for column in columns.values()]
        name = {"exact": "exact match", "f1": "F1"}.get(score, score)
        lines.append(f"| {source} | {count_of(first, source, score):,} | {name} | "
                     + " | ".join(cells) + " |")
    return "\n".join(lines)


def best_evaluation(log: Path) -> dict:
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    best = [line for line in lines if line.get("best")]
    return best[-1] if best else lines[-1]


def names_and_hashes(files: list[dict]) -> str:
    return ", ".join(f"`{Path(one['file']).name}` (SHA-256 {one['sha256'][:12]})" for one in files)


def training_text(run: Path) -> str:
    config = read_json(run / "config.json")
    best = best_evaluation(run / "log.jsonl")
    words = "trained too" if config["train_word_embeddings"] else "frozen"
    return (f"From {Path(config['base']).name}, word embeddings {words}, no dropout; AdamW (weight decay "
            f"{config['weight_decay']:g} on matrices), learning rate {config['learning_rate']:g}, warm-up over "
            f"{config['warmup']:.0%} of the steps and linear decay, gradients clipped at {config['clip']:g}, "
            f"batches of {config['batch']}, sequences of at most {config['max_length']} tokens, "
            f"{config['epochs']:g} epochs, seed {config['seed']}; the weights are those of step "
            f"{best['step']:,}, the best evaluation. Data: {names_and_hashes(config['data'])}; evaluated on "
            f"{names_and_hashes(config['evaluation'])}.")


def perplexity_table(run: Path) -> str:
    lines = ["| source | tokens | perplexity a token |", "|---|---|---|"]
    for quality in best_evaluation(run / "log.jsonl")["evaluation"].values():
        for source, scores in [*quality["sources"].items(), ("all", quality)]:
            lines.append(f"| {source} | {scores['tokens']:,} | {scores['perplexity']:.2f} |")
    return "\n".join(lines)


def fill(template: Path, parts: dict[str, str], out: Path) -> None:
    text = template.read_text(encoding="utf-8")
    for mark, part in parts.items():
        if mark not in text:
            raise SystemExit(f"{template}: has no {mark}")
        text = text.replace(mark, part)
    out.write_text(text, encoding="utf-8")


def commands(rows: Path, dev: Path, float_folder: Path) -> str:
    return (f"`tools/quantize.sh {float_folder.parent.name}/{float_folder.name} {rows.name} OUT {dev.name}` "
            "measured every column with `assay models measure`; the last one with `ONEDNN_MAX_CPU_ISA=AVX2`, "
            "the last two with `ASSAY_INT8_ENGINE=openvino`. assay itself runs 8-bit models on kernels of its "
            "own wherever there is AVX2: the column `8-bit`.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--float", type=Path, required=True, dest="float_folder")
    parser.add_argument("--measured", type=Path)
    parser.add_argument("--rows", type=Path)
    parser.add_argument("--dev", type=Path)
    parser.add_argument("--template", type=Path)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    run = arguments.float_folder.resolve().parent
    if arguments.measured is None:
        fill(arguments.template, {"{training}": training_text(run), "{quality}": perplexity_table(run)},
             arguments.out)
        return
    measured = {name: read_json(arguments.measured / f"{name}.json") for name in ENGINES}
    table = quality_table(measured)
    print(table)
    if arguments.template is None:
        return
    parts = {
        "{training}": training_text(run),
        "{quantisation}": "Static 8-bit quantisation with NNCF (transformer model type, smooth quantisation, "
                          f"overflow fix), calibrated with rows of `{arguments.rows.name}`; the head and the "
                          "arithmetic between products stay in floating point.",
        "{quality}": table + "\n\n" + commands(arguments.rows, arguments.dev, arguments.float_folder),
    }
    fill(arguments.template, parts, arguments.out)


if __name__ == "__main__":
    main()
