#include <fmt/format.h>

#include "cli/command_line/option_kinds.h"
#include "train/commands.h"
#include "train/lora/llama_base.h"
#include "train/lora/lora_task.h"
#include "train/train_options.h"
#include "train/training_base.h"

namespace assay::train {
namespace {

constexpr double kMostAlpha = 1e6;

struct LoraCommandOptions {
  CommonOptions common;
  LoraOptions lora;
  std::string targets = "attn_q,attn_k,attn_v,attn_output,ffn_gate,ffn_up,ffn_down";
  std::string stored = "f16";
  bool raw = false;
};

Result<void> check_lora_options(const LoraCommandOptions& o) {
  if (auto checked = check_options(o.common); !checked) return checked;
  if (o.lora.rank == 0) return fail(ErrorCode::kInvalidOption, "--rank must be at least 1");
  if (!(o.lora.alpha > 0 && o.lora.alpha <= kMostAlpha)) {
    return fail(ErrorCode::kInvalidOption, "--alpha must be more than 0, and a million at most");
  }
  return {};
}

// A change of a higher rank than the base is wide could be any matrix, at a higher price.
Result<void> check_sizes(const LoraCommandOptions& o, const LlamaConfig& config) {
  if (o.common.max_length > config.context) {
    return fail(ErrorCode::kInvalidOption, "--max-length is more than the base can read",
                fmt::format("it reads {} tokens", config.context));
  }
  if (o.lora.rank > config.width) {
    return fail(ErrorCode::kInvalidOption, "--rank is more than the base is wide",
                fmt::format("its width is {}", config.width));
  }
  return {};
}

Result<LoraRows> read_training_rows(const LoraCommandOptions& o, const llm::LanguageModel& model,
                                    const LoraReading& reading) {
  LoraRows rows;
  const auto caps = row_caps(o.common);
  if (!caps) return tl::unexpected(caps.error());
  for (const std::string& file : o.common.files) {
    if (auto read = read_lora_rows(file, model, reading, rows); !read) {
      return tl::unexpected(read.error());
    }
  }
  rows.keep(kept_rows(rows.origins, *caps, o.common));
  return rows;
}

Result<std::vector<NamedLoraRows>> read_evaluations(const LoraCommandOptions& o,
                                                    const llm::LanguageModel& model,
                                                    const LoraReading& reading) {
  std::vector<NamedLoraRows> sets;
  for (const NamedFile& file : evaluation_files(o.common)) {
    NamedLoraRows set{file.name, {}};
    if (auto read = read_lora_rows(file.file, model, reading, set.rows); !read) {
      return tl::unexpected(read.error());
    }
    if (auto checked = check_evaluation_size(file, set.rows.size()); !checked) {
      return tl::unexpected(checked.error());
    }
    sets.push_back(std::move(set));
  }
  return sets;
}

Result<nlohmann::ordered_json> describe(const LoraCommandOptions& o) {
  auto config = describe_run("lora", o.common);
  if (!config) return config;
  (*config)["rank"] = o.lora.rank;
  (*config)["alpha"] = o.lora.alpha;
  (*config)["targets"] = o.targets;
  (*config)["raw"] = o.raw;
  (*config)["adapter_type"] = o.stored;
  return config;
}

std::string note_of(const LoraRows& rows, std::size_t max_length) {
  if (rows.too_long == 0) return "";
  return fmt::format("; {} of more than {} tokens left out", rows.too_long, max_length);
}

Result<Outcome> train_lora(LoraCommandOptions o, const std::atomic<bool>& stop) {
  if (auto checked = check_lora_options(o); !checked) return tl::unexpected(checked.error());
  if (auto found = find_base_file(o.common); !found) return tl::unexpected(found.error());
  o.common.train.use = "assay generate " + o.common.base + (o.raw ? " --raw" : "") +
                       " --adapter {}/adapter.gguf PROMPTS > TEXTS";
  auto targets = parse_targets(o.targets);
  if (!targets) return tl::unexpected(targets.error());
  o.lora.targets = std::move(*targets);
  const auto model = llm::load_language_model(o.common.base, {});
  if (!model) return tl::unexpected(model.error());
  const Precision precision = o.common.precision == "bf16" ? Precision::kBf16 : Precision::kF32;
  const auto base = load_llama_base(o.common.base, precision);
  if (!base) return tl::unexpected(base.error());
  if (auto checked = check_sizes(o, base->config); !checked) {
    return tl::unexpected(checked.error());
  }
  const auto config = describe(o);
  if (!config) return tl::unexpected(config.error());
  const LoraReading reading = {o.common.max_length, o.raw, o.common.train.threads};
  auto rows = read_training_rows(o, **model, reading);
  if (!rows) return tl::unexpected(rows.error());
  auto evaluations = read_evaluations(o, **model, reading);
  if (!evaluations) return tl::unexpected(evaluations.error());
  report_rows(rows->tokens, o.common, note_of(*rows, o.common.max_length));
  LoraParameters lora = start_lora(base->config, o.lora, o.common.train.seed);
  const AdapterType stored = o.stored == "f32" ? AdapterType::kF32 : AdapterType::kF16;
  const auto task = make_lora_task(*base, lora, std::move(*rows), std::move(*evaluations), stored);
  return train(*task, lora.set, o.common.train, *config, stop);
}

}  // namespace

Command add_lora_command(CLI::App& program) {
  auto options = std::make_shared<LoraCommandOptions>();
  CommonOptions& common = options->common;
  common.base = "smollm2-135m-instruct";
  common.max_length = 512;
  common.train.batch = 16;
  common.train.shard = 4;
  common.train.learning_rate = 5e-4;
  CLI::App* app = program.add_subcommand("lora", "Train an adapter of a language model (GGUF)");
  add_run_options(*app, common);
  app->add_option("--base", common.base,
                  "the language model, of the Llama family: its GGUF file, or a model's name")
      ->type_name(cli::kFileType);
  cli::add_count_option(*app, "--rank", options->lora.rank, 1, "rank of the change to each matrix",
                        kMostCount);
  cli::add_real_option(*app, "--alpha", options->lora.alpha,
                       "the change is scaled by alpha / rank");
  app->add_option("--targets", options->targets, "the matrices of a layer that are changed")
      ->type_name("NAME,...");
  app->add_flag("--raw", options->raw, "take prompts as they are, without the chat template");
  cli::add_choice_option(*app, "--adapter-type", options->stored, {"f16", "f32"},
                         "how numbers are stored: f16 is half as large");
  app->footer(
      "Rows: {\"prompt\": ..., \"answer\": ...}, or \"messages\": [{\"role\": ..., \"content\": "
      "...}] in place of the\nprompt. Optional: \"source\", \"weight\". Only the answer and its "
      "end "
      "are learnt.\n\n"
      "Example:\n"
      "  assay train lora answers.jsonl --eval dev=dev.jsonl --epochs 1 -o runs/lora");
  return {app, [options](const std::atomic<bool>& stop) { return train_lora(*options, stop); }};
}

}  // namespace assay::train
