#!/usr/bin/env python3
"""Writes tests/data/bertscore_golden.json: what bert-score's own code makes of vectors of ours.

    make_bertscore_golden.py BERT_SCORE_WHEEL

Needs PyTorch (Debian's python3-torch will do) and the wheel of bert-score 0.3.13. Of the wheel the one
function that holds the arithmetic, `greedy_cos_idf`, is run as it stands; the package around it, which
wants transformers, is not imported. Each case holds the vectors and weights of two texts, padded as
bert-score pads them, and the precision, recall and F1 that come out.
"""

import ast
import json
import pathlib
import sys
import zipfile

import torch

OUTPUT = pathlib.Path(__file__).resolve().parent.parent / "tests/data/bertscore_golden.json"
DIMENSION = 20


def greedy_cos_idf(wheel):
    source = zipfile.ZipFile(wheel).read("bert_score/utils.py").decode()
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name == "greedy_cos_idf":
            names = {"torch": torch, "sys": sys}
            exec(compile(ast.Module([node], []), "greedy_cos_idf", "exec"), names)
            return names["greedy_cos_idf"]
    sys.exit(f"{wheel} holds no greedy_cos_idf")


def some_text(length, with_idf, generator):
    """Vectors that lean to one side, as an encoder's do, and weights with two special tokens."""
    vectors = torch.randn(length, DIMENSION, generator=generator) + 0.8
    weights = torch.rand(length, generator=generator) * 4 if with_idf else torch.ones(length)
    weights[0] = weights[-1] = 0
    return vectors, weights


def main():
    score = greedy_cos_idf(sys.argv[1])
    generator = torch.Generator().manual_seed(5)
    cases = []
    for length, other, with_idf in [(3, 3, False), (5, 9, False), (12, 4, True), (7, 7, True), (30, 41, True)]:
        hyp, hyp_weights = some_text(length, with_idf, generator)
        ref, ref_weights = some_text(other, with_idf, generator)
        case = {"response": hyp.tolist(), "response_weights": hyp_weights.tolist(),
                "other": ref.tolist(), "other_weights": ref_weights.tolist()}
        mask = lambda tokens: torch.ones(1, tokens, dtype=torch.bool)
        scores = score(ref[None].clone(), mask(other), ref_weights[None].clone(),
                       hyp[None].clone(), mask(length), hyp_weights[None].clone())
        case["precision"], case["recall"], case["f1"] = (value.item() for value in scores)
        cases.append(case)
    OUTPUT.write_text(json.dumps(cases) + "\n")


if __name__ == "__main__":
    main()
