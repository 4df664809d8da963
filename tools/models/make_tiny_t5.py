#!/usr/bin/env python3
"""Writes a checkpoint of a tiny T5 with random weights, to try the way from a checkpoint to `--qg`.

    venv/bin/pip install torch transformers sentencepiece
    venv/bin/python tools/models/make_tiny_t5.py OUT

The folder holds what a T5 of a hub holds: config.json, model.safetensors and spiece.model, whose pieces
are made from tests/data/sentences.txt. What it asks is nonsense, but many different things.
"""

import sys
from pathlib import Path

try:
    import sentencepiece
    import torch
    from transformers import T5Config, T5ForConditionalGeneration
except ModuleNotFoundError as error:
    sys.exit(f"{__doc__}\n{error}")

TEXTS = Path(__file__).parents[2] / "tests/data/sentences.txt"
PIECES, VOCABULARY = 500, 512  # a T5 has more rows of embeddings than pieces
SCALES = {"shared": 2.0, ".q.": 0.15, ".k.": 0.15, ".o.": 0.9, ".wo.": 0.6, "relative": 1.0}


def write_pieces(folder: Path) -> None:
    sentencepiece.SentencePieceTrainer.train(
        input=str(TEXTS), model_prefix=str(folder / "spiece"), vocab_size=PIECES,
        model_type="unigram", pad_id=0, eos_id=1, unk_id=2, bos_id=-1, pad_piece="<pad>",
        eos_piece="</s>", unk_piece="<unk>", character_coverage=1.0, num_threads=1)
    (folder / "spiece.vocab").unlink()


def random_model() -> T5ForConditionalGeneration:
    model = T5ForConditionalGeneration(T5Config(
        vocab_size=VOCABULARY, d_model=64, d_kv=16, d_ff=96, num_layers=2, num_decoder_layers=2,
        num_heads=4, feed_forward_proj="relu", pad_token_id=0, eos_token_id=1,
        decoder_start_token_id=0, n_positions=512))
    generator = torch.Generator().manual_seed(2)
    with torch.no_grad():
        for name, weight in model.named_parameters():
            scale = next((s for part, s in SCALES.items() if part in name), 0.2)
            noise = torch.randn(weight.shape, generator=generator)
            weight.copy_(1 + 0.1 * noise if weight.dim() == 1 else scale * noise)
        model.shared.weight[model.config.eos_token_id] *= 1.8  # so that questions end now and then
    return model.eval()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    out = Path(sys.argv[1])
    out.mkdir(parents=True)
    write_pieces(out)
    random_model().save_pretrained(out)
