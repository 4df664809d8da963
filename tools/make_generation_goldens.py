"""Makes what src/llm is tested with: tiny models with random weights, and what Hugging Face
transformers generates with them.

    python3 -m venv venv && venv/bin/pip install torch transformers gguf
    venv/bin/python tools/make_generation_goldens.py tests/data/generation

Writes tiny_llama.gguf and tiny_t5.gguf, and for each a .jsonl: the options of all cases in the first
line, then a prompt a line with, for each of its cases, the number of the options, the tokens of every
returned sequence (end token included) and its score. NAME_scores.jsonl has log-probabilities of given
continuations; tiny_lora.gguf and tiny_lora.jsonl are an adapter of tiny_llama and what is generated
with it. Everything follows from the seeds below, but for the versions of torch and transformers,
which are in the first line.
"""

import json
import random
import sys
from pathlib import Path

import gguf
import torch
import transformers
from transformers import LlamaConfig, LlamaForCausalLM, T5Config, T5ForConditionalGeneration

VOCABULARY = 300
PROMPTS = 500
BYTES = 256
WIDTH, HEADS, INNER, LAYERS = 32, 4, 48, 2


def spread(model: torch.nn.Module, generator: torch.Generator, scales: dict[str, float]) -> None:
    """Random weights with which a model says many different things. Norms stay near one."""
    with torch.no_grad():
        for name, weight in model.named_parameters():
            scale = next((s for part, s in scales.items() if part in name), 0.2)
            noise = torch.randn(weight.shape, generator=generator)
            weight.copy_(1 + 0.1 * noise if weight.dim() == 1 else scale * noise)
    model.eval()


def make_llama() -> LlamaForCausalLM:
    config = LlamaConfig(
        vocab_size=VOCABULARY, hidden_size=WIDTH, intermediate_size=INNER, num_hidden_layers=LAYERS,
        num_attention_heads=HEADS, num_key_value_heads=2, max_position_embeddings=128,
        rms_norm_eps=1e-5, bos_token_id=1, eos_token_id=2, tie_word_embeddings=False)
    model = LlamaForCausalLM(config)
    spread(model, torch.Generator().manual_seed(1), {"embed": 0.5, "lm_head": 0.4, "proj": 0.3})
    with torch.no_grad():
        model.lm_head.weight[config.eos_token_id] *= 2.5  # so that sequences end now and then
    return model


def make_t5() -> T5ForConditionalGeneration:
    config = T5Config(
        vocab_size=VOCABULARY, d_model=WIDTH, d_kv=WIDTH // HEADS, d_ff=INNER, num_layers=LAYERS,
        num_decoder_layers=LAYERS, num_heads=HEADS, feed_forward_proj="relu", pad_token_id=0,
        eos_token_id=1, decoder_start_token_id=0, tie_word_embeddings=True)
    model = T5ForConditionalGeneration(config)
    spread(model, torch.Generator().manual_seed(2),
           {"shared": 2.0, ".q.": 0.15, ".k.": 0.15, ".o.": 0.9, ".wo.": 0.6, "relative": 1.0})
    with torch.no_grad():
        model.shared.weight[config.eos_token_id] *= 1.8
    return model


def vocabulary(first: list[str], scores_fall: bool) -> tuple[list[str], list[float], list[int]]:
    """Special tokens, all bytes, and single letters, some after a space."""
    kinds = gguf.TokenType
    letters = [chr(c) for c in range(ord("a"), ord("z") + 1)]
    tokens = first + [f"<0x{b:02X}>" for b in range(BYTES)] + ["\u2581"]
    tokens += letters
    marks = ["<|user|>", "<|assistant|>"]
    tokens += [f"\u2581{c}" for c in letters][: VOCABULARY - len(tokens) - len(marks)]
    types = [kinds.UNKNOWN if t == "<unk>" else kinds.CONTROL for t in first]
    types += [kinds.BYTE] * BYTES + [kinds.NORMAL] * (len(tokens) - BYTES - len(first))
    tokens += marks
    types += [kinds.CONTROL] * len(marks)
    scores = [-float(i) if scores_fall else -1.0 for i in range(len(tokens))]
    return tokens, scores, [int(t) for t in types]


def write_vocabulary(writer: gguf.GGUFWriter, kind: str, first: list[str], **ids: int) -> None:
    tokens, scores, types = vocabulary(first, kind == "llama")
    writer.add_tokenizer_model(kind)
    writer.add_tokenizer_pre("default")
    writer.add_token_list(tokens)
    writer.add_token_scores(scores)
    writer.add_token_types(types)
    for name, token in ids.items():
        getattr(writer, f"add_{name}_token_id")(token)


def write_tensors(writer: gguf.GGUFWriter, model, arch, rename) -> None:
    names = gguf.get_tensor_name_map(arch, LAYERS)
    for name, weight in model.state_dict().items():
        if "embed_tokens" in name and "shared.weight" in model.state_dict():
            continue
        if name == "lm_head.weight" and model.config.tie_word_embeddings:
            continue
        target = names.get_name(name, try_suffixes=(".weight",))
        if target is None:
            raise SystemExit(f"no name for {name}")
        writer.add_tensor(target, rename(name, weight).float().contiguous().numpy())
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def write_llama(model: LlamaForCausalLM, path: Path) -> None:
    config = model.config
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_rope_freq_base(10000.0)
    writer.add_vocab_size(VOCABULARY)
    write_vocabulary(writer, "llama", ["<unk>", "<s>", "</s>"], bos=1, eos=2, unk=0)
    writer.add_chat_template(
        "{% for m in messages %}<|{{ m.role }}|>\n{{ m.content }}<|endoftext|>\n{% endfor %}"
        "{% if add_generation_prompt %}<|assistant|>\n{% endif %}{# of <|user|> #}")
    writer.add_add_bos_token(True)

    def permuted(name: str, weight: torch.Tensor) -> torch.Tensor:
        """llama.cpp turns neighbouring pairs, transformers the two halves of a head."""
        heads = {"q_proj": HEADS, "k_proj": config.num_key_value_heads}
        count = next((n for part, n in heads.items() if part in name), None)
        if count is None:
            return weight
        halves = weight.reshape(count, 2, weight.shape[0] // count // 2, weight.shape[1])
        return halves.swapaxes(1, 2).reshape(weight.shape)

    write_tensors(writer, model, gguf.MODEL_ARCH.LLAMA, permuted)


def write_t5(model: T5ForConditionalGeneration, path: Path) -> None:
    config = model.config
    writer = gguf.GGUFWriter(path, "t5")
    writer.add_context_length(128)
    writer.add_embedding_length(WIDTH)
    writer.add_feed_forward_length(INNER)
    writer.add_block_count(LAYERS)
    writer.add_decoder_block_count(LAYERS)
    writer.add_head_count(HEADS)
    writer.add_key_length(config.d_kv)
    writer.add_value_length(config.d_kv)
    writer.add_layer_norm_eps(config.layer_norm_epsilon)
    writer.add_layer_norm_rms_eps(config.layer_norm_epsilon)
    writer.add_relative_attn_buckets_count(config.relative_attention_num_buckets)
    writer.add_decoder_start_token_id(config.decoder_start_token_id)
    write_vocabulary(writer, "t5", ["<pad>", "</s>", "<unk>"], eos=1, unk=2, pad=0)
    writer.add_add_bos_token(False)
    writer.add_add_eos_token(True)
    writer.add_add_space_prefix(True)
    write_tensors(writer, model, gguf.MODEL_ARCH.T5, lambda name, weight: weight)


def all_options(rng: random.Random) -> list[dict]:
    options = [{"num_beams": 1, "max_new_tokens": m, "no_repeat_ngram_size": n}
               for m in (1, 14) for n in (0, 2, 3)]
    for beams in (4, 5):
        for early in (False, True, "never"):
            for penalty in (0.0, 0.7, 1.0, 2.0, -1.0):
                options.append({
                    "num_beams": beams, "early_stopping": early, "length_penalty": penalty,
                    "no_repeat_ngram_size": rng.choice([0, 0, 1, 2, 3]),
                    "num_return_sequences": rng.choice([1, 2, beams]),
                    "max_new_tokens": rng.choice([1, 5, 10, 14, 14])})
    return options


def generate(model, prompt: list[int], options: dict) -> list:
    with torch.no_grad():
        made = model.generate(
            torch.tensor([prompt]), do_sample=False, return_dict_in_generate=True,
            output_scores=True, **options)
    skip = 1 if model.config.is_encoder_decoder else len(prompt)
    end = model.generation_config.eos_token_id
    sequences = []
    for sequence in made.sequences.tolist():
        tokens = sequence[skip:]
        if end in tokens:
            tokens = tokens[: tokens.index(end) + 1]  # what follows is padding
        sequences.append(tokens)
    scores = made.sequences_scores.tolist() if options["num_beams"] > 1 else []
    return [sequences, [round(s, 4) for s in scores]]


def write_goldens(model, path: Path, seed: int) -> None:
    rng = random.Random(seed)
    options = all_options(rng)
    by_beams = {b: [i for i, o in enumerate(options) if o["num_beams"] == b] for b in (1, 4, 5)}
    versions = {"torch": torch.__version__, "transformers": transformers.__version__}
    with path.open("w") as out:
        out.write(json.dumps({"options": options, "made_with": versions}) + "\n")
        for _ in range(PROMPTS):
            prompt = [rng.randrange(3, VOCABULARY) for _ in range(rng.randrange(1, 20))]
            cases = []
            for beams in (1, 4, 5):
                chosen = rng.choice(by_beams[beams])
                cases.append([chosen, *generate(model, prompt, options[chosen])])
            out.write(json.dumps([prompt, cases], separators=(",", ":")) + "\n")


def write_scores(model, path: Path, seed: int) -> None:
    """A line: prompt, continuations, and the log-probability of each token of each."""
    rng = random.Random(seed)
    with path.open("w") as out:
        for _ in range(60):
            prompt = [rng.randrange(3, VOCABULARY) for _ in range(rng.randrange(1, 30))]
            given = [[rng.randrange(VOCABULARY) for _ in range(rng.randrange(1, 6))]
                     for _ in range(rng.randrange(1, 5))]
            scores = [score(model, prompt, tokens) for tokens in given]
            out.write(json.dumps([prompt, given, scores], separators=(",", ":")) + "\n")


def score(model, prompt: list[int], tokens: list[int]) -> list[float]:
    with torch.no_grad():
        if model.config.is_encoder_decoder:
            start = [model.config.decoder_start_token_id]
            logits = model(input_ids=torch.tensor([prompt]),
                           decoder_input_ids=torch.tensor([start + tokens[:-1]])).logits[0]
        else:
            logits = model(torch.tensor([prompt + tokens[:-1]])).logits[0, len(prompt) - 1:]
    rows = torch.log_softmax(logits, dim=-1)
    return [round(rows[i, token].item(), 4) for i, token in enumerate(tokens)]


def write_adapter(model: LlamaForCausalLM, folder: Path) -> None:
    """A LoRA adapter, which is then added to the weights of `model`."""
    rank, alpha = 2, 4.0
    noise = torch.Generator().manual_seed(3)
    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.LLAMA, LAYERS)
    writer = gguf.GGUFWriter(folder / "tiny_lora.gguf", "llama")
    writer.add_type(gguf.GGUFType.ADAPTER)
    writer.add_string(gguf.Keys.Adapter.TYPE, "lora")
    writer.add_float32(gguf.Keys.Adapter.LORA_ALPHA, alpha)
    for name, weight in model.state_dict().items():
        if not any(part in name for part in ("v_proj", "o_proj", "down_proj")):
            continue
        a = 0.3 * torch.randn((rank, weight.shape[1]), generator=noise)
        b = 0.3 * torch.randn((weight.shape[0], rank), generator=noise)
        target = names.get_name(name, try_suffixes=(".weight",))
        writer.add_tensor(f"{target}.lora_a", a.numpy())
        writer.add_tensor(f"{target}.lora_b", b.numpy())
        weight += alpha / rank * b @ a
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    rng = random.Random(4)
    options = {"num_beams": 1, "max_new_tokens": 12}
    with (folder / "tiny_lora.jsonl").open("w") as out:
        for _ in range(40):
            prompt = [rng.randrange(3, VOCABULARY) for _ in range(rng.randrange(1, 20))]
            sequences, _ = generate(model, prompt, options)
            out.write(json.dumps([prompt, sequences[0]], separators=(",", ":")) + "\n")


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    for name, model, write in (("tiny_llama", make_llama(), write_llama),
                               ("tiny_t5", make_t5(), write_t5)):
        model.generation_config.pad_token_id = 0
        write(model, folder / f"{name}.gguf")
        write_goldens(model, folder / f"{name}.jsonl", seed=len(name))
        write_scores(model, folder / f"{name}_scores.jsonl", seed=len(name))
        if name == "tiny_llama":
            write_adapter(model, folder)


if __name__ == "__main__":
    main()
