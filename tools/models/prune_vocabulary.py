"""Makes a smaller base for a model that reads one kind of text: fewer words, the same encoder.

    prune_vocabulary.py BASE OUT ROWS... [--tokens 8800]

BASE is a folder of the BERT family (config.json, tokenizer.json with WordPiece, model.safetensors),
ROWS are files of question answering rows, plain or gzip. OUT keeps, of the vocabulary, the special
tokens, Latin letters and signs one by one (so that every such word can still be spelt), and the
tokens that are frequent in ROWS: first those of questions, most frequent first, then those of
contexts. A word whose token is gone is read as the pieces that are left. With
`assay train seq2seq --output-tokens N` the first N of this order are what can be written.

Runs in the environment of tools/quantize.sh (tools/setup.sh quantize).
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

try:
    import numpy as np
    from safetensors.numpy import load_file, save_file
    from tokenizers import Tokenizer
except ModuleNotFoundError as error:
    sys.exit(f"{__doc__}\n{error}")

from sources import read_rows

LAST_LETTER = 0x24F  # of Latin Extended-B
WORDS = "embeddings.word_embeddings.weight"


def count_tokens(tokenizer: Tokenizer, files: list[Path]) -> tuple[Counter, Counter]:
    """Of questions and of contexts."""
    questions: Counter = Counter()
    contexts: Counter = Counter()
    for file in files:
        rows = list(read_rows(file))
        for counter, texts in ((questions, [row["question"] for row in rows]),
                               (contexts, sorted({row["context"] for row in rows}))):
            for encoding in tokenizer.encode_batch(texts, add_special_tokens=False):
                counter.update(encoding.ids)
    return questions, contexts


def is_letter(token: str) -> bool:
    bare = token.removeprefix("##")
    return len(bare) == 1 and ord(bare) <= LAST_LETTER


def by_frequency(counter: Counter) -> list[int]:
    return [token for token, _ in sorted(counter.items(), key=lambda item: (-item[1], item[0]))]


def kept_tokens(tokenizer: Tokenizer, specials: list[int], files: list[Path], most: int) -> list[int]:
    """Ids of the old vocabulary in their new order."""
    questions, contexts = count_tokens(tokenizer, files)
    vocabulary = tokenizer.get_vocab()
    letters = sorted(token for text, token in vocabulary.items() if is_letter(text))
    frequent = dict.fromkeys(specials + by_frequency(questions) + by_frequency(contexts))
    room = most - sum(letter not in frequent for letter in letters)
    kept = list(frequent)[:room]
    missing = [letter for letter in letters if letter not in set(kept)]
    return kept[: most - len(missing)] + missing


def prune_tokenizer(path: Path, kept: list[int]) -> dict:
    description = json.loads(path.read_text(encoding="utf-8"))
    if description["model"]["type"] != "WordPiece":
        raise SystemExit(f"{path}: only WordPiece vocabularies can be pruned")
    texts = {token: text for text, token in description["model"]["vocab"].items()}
    new_ids = {old: new for new, old in enumerate(kept)}
    description["model"]["vocab"] = {texts[old]: new for new, old in enumerate(kept)}
    for token in description["added_tokens"]:
        token["id"] = new_ids[token["id"]]
    for special in description["post_processor"]["special_tokens"].values():
        special["ids"] = [new_ids[old] for old in special["ids"]]
    description["truncation"] = description["padding"] = None
    return description


def prune_weights(path: Path, kept: list[int]) -> dict[str, np.ndarray]:
    tensors = load_file(path)
    name = next(name for name in tensors if name.endswith(WORDS))
    tensors[name] = np.ascontiguousarray(tensors[name][kept])
    return tensors


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("base", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("rows", type=Path, nargs="+")
    parser.add_argument("--tokens", type=int, default=8_800, help="size of the new vocabulary")
    arguments = parser.parse_args()
    source = arguments.base / "tokenizer.json"
    tokenizer = Tokenizer.from_file(str(source))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    specials = [token["id"] for token in json.loads(source.read_text("utf-8"))["added_tokens"]]
    kept = kept_tokens(tokenizer, specials, arguments.rows, arguments.tokens)
    arguments.out.mkdir(parents=True, exist_ok=True)
    config = json.loads((arguments.base / "config.json").read_text("utf-8"))
    config["vocab_size"] = len(kept)
    config["pad_token_id"] = kept.index(config["pad_token_id"])
    (arguments.out / "config.json").write_text(json.dumps(config, indent=1) + "\n", "utf-8")
    (arguments.out / "tokenizer.json").write_text(
        json.dumps(prune_tokenizer(source, kept), ensure_ascii=False) + "\n", "utf-8")
    save_file(prune_weights(arguments.base / "model.safetensors", kept),
              arguments.out / "model.safetensors", {"format": "pt"})
    print(f"{arguments.out}: {len(kept)} of {tokenizer.get_vocab_size()} tokens")


if __name__ == "__main__":
    main()
