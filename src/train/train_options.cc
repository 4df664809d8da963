#include "train/train_options.h"

#include <cmath>
#include <set>

#include "assay/version.h"
#include "base/hash.h"
#include "base/thread_limit.h"
#include "cli/command_line/option_kinds.h"
#include "train/math/bf16_product.h"

namespace assay::train {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kMostEpochs = 1e6;  // the number of steps must fit into an integer
constexpr double kMostRate = 10;
constexpr double kMostDecay = 100;
constexpr double kMostMinutes = 1e6;

tl::unexpected<Error> bad_option(const std::string& option, std::string message) {
  return fail(ErrorCode::kInvalidOption, option + " " + std::move(message));
}

Result<Json> hashes_of(const std::vector<std::string>& files) {
  Json hashes = Json::array();
  for (const std::string& file : files) {
    const auto hash = base::sha256_file(file);
    if (!hash) return tl::unexpected(hash.error());
    hashes.push_back({{"file", file}, {"sha256", *hash}});
  }
  return hashes;
}

// An encoder is a folder, a language model one file.
std::vector<std::string> base_files(const std::string& base) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(base, ignored)) return {base};
  return {base + "/model.safetensors", base + "/tokenizer.json", base + "/config.json"};
}

}  // namespace

void add_run_options(CLI::App& app, CommonOptions& o) {
  app.add_option("FILE", o.files, "training rows: JSON lines, plain or gzip")
      ->required()
      ->default_str("");
  app.add_option_function<std::string>(
         "-o,--out", [&o](const std::string& folder) { o.train.out = folder; }, "folder of the run")
      ->required()
      ->type_name(cli::kDirectoryType);
  app.add_option("--eval", o.evaluations, "evaluate on these rows while training; repeatable")
      ->type_name("[NAME=]FILE")
      ->default_str("");
  cli::add_real_option(app, "--epochs", o.train.epochs, "passes over the rows; may be a fraction");
  cli::add_count_option(app, "--batch", o.train.batch, 1, "rows of a step", kMostCount);
  cli::add_count_option(app, "--max-length", o.max_length, 8, "most tokens of a sequence",
                        kMostCount);
  cli::add_real_option(app, "--learning-rate", o.train.learning_rate, "at its peak");
  cli::add_real_option(app, "--warmup", o.train.warmup, "share of the steps in which it rises");
  cli::add_real_option(app, "--weight-decay", o.train.adam.weight_decay, "of AdamW, on matrices");
  cli::add_real_option(app, "--clip", o.train.adam.clip,
                       "largest norm of a gradient; 0 does not clip");
  cli::add_count_option(app, "--seed", o.train.seed, 0, "of the order of rows and of new weights");
  cli::add_count_option(app, "--source-cap", o.source_cap, 0, "most rows of one source; 0: all",
                        kMostCount);
  app.add_option("--cap", o.source_caps, "most rows of the source named; repeatable")
      ->type_name("NAME=N")
      ->default_str("");
  cli::add_choice_option(app, "--precision", o.precision, {"f32", "bf16"},
                         "of the products in the network; bf16 is faster where the processor has "
                         "it");
  cli::add_count_option(app, "--eval-every", o.train.evaluate_every, 0,
                        "steps; 0: after every epoch", kMostCount);
  cli::add_count_option(app, "--patience", o.train.patience, 0,
                        "stop after so many evaluations without a better one; 0: never",
                        kMostCount);
  cli::add_count_option(app, "--log-every", o.train.log_every, 1, "steps of one line of the log",
                        kMostCount);
  cli::add_real_option(app, "--checkpoint-minutes", o.train.checkpoint_minutes,
                       "minutes between two checkpoints; 0: only at the end");
  cli::add_count_option(app, "--threads", o.train.threads, 0,
                        "0: all cores; does not change the result", base::kMostThreads);
  app.add_flag("--resume", o.train.resume, "go on with the run in --out");
  app.add_flag("-q,--quiet", o.train.quiet, "no progress on standard error");
}

void add_encoder_options(CLI::App& app, CommonOptions& o) {
  app.add_option("--base", o.base, "the encoder to start from: its folder, or a model's name")
      ->type_name(cli::kDirectoryType);
  cli::add_count_option(app, "--freeze-layers", o.frozen_layers, 0,
                        "lowest layers that stay as they are", kMostCount);
  app.add_flag("--train-word-embeddings", o.train_word_embeddings,
               "move the word embeddings too (slower)");
}

Result<std::pair<std::string, std::string>> split_assignment(const std::string& text,
                                                             const std::string& option) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    return bad_option(option, "wants NAME=VALUE, not `" + text + "`");
  }
  return std::pair(text.substr(0, equals), text.substr(equals + 1));
}

std::vector<NamedFile> evaluation_files(const CommonOptions& options) {
  std::vector<NamedFile> files;
  for (const std::string& text : options.evaluations) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
      const std::string name = std::filesystem::path(text).filename().string();
      files.push_back({name.substr(0, name.find('.')), text});
    } else {
      files.push_back({text.substr(0, equals), text.substr(equals + 1)});
    }
  }
  return files;
}

namespace {

// Each is called by its name in the log.
Result<void> check_evaluations(const CommonOptions& o) {
  std::set<std::string> names;
  for (const NamedFile& file : evaluation_files(o)) {
    if (file.name.empty() || file.file.empty())
      return bad_option("--eval", "wants NAME=FILE or FILE");
    if (names.insert(file.name).second) continue;
    return bad_option("--eval", "names two files `" + file.name + "`: give each a NAME=");
  }
  return {};
}

// Not `< 0` and such: it must be false for NaN.
Result<void> check_numbers(const TrainOptions& o) {
  if (!(o.epochs > 0 && o.epochs <= kMostEpochs)) {
    return bad_option("--epochs", "must be more than 0, and a million at most");
  }
  if (!(o.learning_rate > 0 && o.learning_rate <= kMostRate)) {
    return bad_option("--learning-rate", "must be more than 0, and 10 at most");
  }
  if (!(o.warmup >= 0 && o.warmup < 1)) {
    return bad_option("--warmup", "must be at least 0 and less than 1");
  }
  if (!(o.adam.clip >= 0 && std::isfinite(o.adam.clip))) {
    return bad_option("--clip", "must be a number, and not negative");
  }
  if (!(o.adam.weight_decay >= 0 && o.adam.weight_decay <= kMostDecay)) {
    return bad_option("--weight-decay", "must be from 0 to 100");
  }
  if (!(o.checkpoint_minutes >= 0 && o.checkpoint_minutes <= kMostMinutes)) {
    return bad_option("--checkpoint-minutes", "must be from 0 to a million");
  }
  return {};
}

}  // namespace

Result<void> check_options(const CommonOptions& o) {
  if (o.train.out.empty()) return bad_option("--out", "is empty");
  // Before the data is read, which can take minutes.
  if (auto usable = check_run_folder(o.train); !usable) return usable;
  if (auto checked = check_numbers(o.train); !checked) return checked;
  if (auto checked = check_evaluations(o); !checked) return checked;
  if (o.train.batch == 0) return bad_option("--batch", "must be at least 1");
  if (o.max_length < 8) return bad_option("--max-length", "must be at least 8");
  if (o.train.log_every == 0) return bad_option("--log-every", "must be at least 1");
  if (o.train.threads < 0) return bad_option("--threads", "must not be negative");
  if (o.train.patience > 0 && o.evaluations.empty()) {
    return bad_option("--patience", "needs an --eval to watch");
  }
  if (o.precision == "bf16" && !processor_multiplies_bf16()) {
    return fail(ErrorCode::kUnsupported,
                "--precision bf16 needs a processor with AVX-512 BF16, which this one is not",
                "--precision f32 works everywhere");
  }
  return {};
}

Result<Json> describe_run(const std::string& task, const CommonOptions& o) {
  Json config = {{"schema", "assay.train.run/1"},
                 {"version", kVersion},
                 {"task", task},
                 {"base", o.base},
                 {"epochs", o.train.epochs},
                 {"batch", o.train.batch},
                 {"max_length", o.max_length},
                 {"learning_rate", o.train.learning_rate},
                 {"warmup", o.train.warmup},
                 {"weight_decay", o.train.adam.weight_decay},
                 {"clip", o.train.adam.clip},
                 {"seed", o.train.seed},
                 {"source_cap", o.source_cap},
                 {"caps", o.source_caps},
                 {"frozen_layers", o.frozen_layers},
                 {"train_word_embeddings", o.train_word_embeddings},
                 {"precision", o.precision},
                 {"evaluate_every", o.train.evaluate_every},
                 {"patience", o.train.patience},
                 {"log_every", o.train.log_every}};
  std::vector<std::string> evaluations;
  for (const NamedFile& file : evaluation_files(o)) evaluations.push_back(file.file);
  const std::pair<const char*, std::vector<std::string>> lists[] = {
      {"data", o.files}, {"evaluation", evaluations}, {"base_files", base_files(o.base)}};
  for (const auto& [name, files] : lists) {
    auto hashes = hashes_of(files);
    if (!hashes) return tl::unexpected(hashes.error());
    config[name] = std::move(*hashes);
  }
  return config;
}

}  // namespace assay::train
