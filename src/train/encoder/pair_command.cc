#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/command_line/name_list.h"
#include "cli/command_line/option_kinds.h"
#include "train/commands.h"
#include "train/encoder/pair_task.h"
#include "train/train_options.h"
#include "train/training_base.h"

namespace assay::train {
namespace {

struct PairOptions {
  CommonOptions common;
  std::vector<std::string> labels = {"entailment", "neutral", "contradiction"};
  double label_smoothing = 0;
};

Result<PairRows> read_training_rows(const PairOptions& o, const Tokenizer& tokenizer,
                                    const PairReading& reading) {
  PairRows rows;
  const auto caps = row_caps(o.common);
  if (!caps) return tl::unexpected(caps.error());
  for (const std::string& file : o.common.files) {
    if (auto read = read_pairs(file, tokenizer, reading, rows); !read) {
      return tl::unexpected(read.error());
    }
  }
  rows.keep(kept_rows(rows.sources, *caps, o.common));
  return rows;
}

Result<std::vector<NamedPairs>> read_evaluations(const PairOptions& o, const Tokenizer& tokenizer,
                                                 const PairReading& reading) {
  std::vector<NamedPairs> sets;
  for (const NamedFile& file : evaluation_files(o.common)) {
    NamedPairs set;
    set.name = file.name;
    if (auto read = read_pairs(file.file, tokenizer, reading, set.rows); !read) {
      return tl::unexpected(read.error());
    }
    if (auto checked = check_evaluation_size(file, set.rows.size()); !checked) {
      return tl::unexpected(checked.error());
    }
    sets.push_back(std::move(set));
  }
  return sets;
}

std::string cut_note(const PairRows& rows, const CommonOptions& options) {
  if (rows.cut == 0) return {};
  return fmt::format("; {} lost their end at {} tokens", rows.cut, options.max_length);
}

// How the engine is to read a longer premise: in windows of a sentence or two, the most decisive of
// which decides. Larger ones drown a decisive sentence (docs/models.md).
nlohmann::ordered_json windows_of(const PairOptions& o) {
  constexpr std::size_t kWindow = 36;
  const std::size_t window = std::min(kWindow, o.common.max_length / 2);
  return {{"whole_tokens", o.common.max_length},
          {"window_tokens", window},
          {"window_shared_tokens", window / 2}};
}

Result<void> check_labels(const std::vector<std::string>& labels) {
  const std::set<std::string> different(labels.begin(), labels.end());
  if (labels.size() >= 2 && different.size() == labels.size()) return {};
  return fail(ErrorCode::kInvalidOption, "--labels wants two or more names, each of them once",
              "for instance entailment,neutral,contradiction");
}

Result<Outcome> train_pairs(const PairOptions& o, const std::atomic<bool>& stop) {
  if (auto checked = check_labels(o.labels); !checked) return tl::unexpected(checked.error());
  if (!(o.label_smoothing >= 0 && o.label_smoothing < 1)) {
    return fail(ErrorCode::kInvalidOption, "--label-smoothing must be at least 0 and less than 1");
  }
  auto base = open_base(o.common, TrainedHead::kClassify, o.labels);
  if (!base) return tl::unexpected(base.error());
  auto config = describe_run("pair", o.common);
  if (!config) return tl::unexpected(config.error());
  (*config)["labels"] = o.labels;
  (*config)["label_smoothing"] = o.label_smoothing;
  const PairReading reading = {o.labels, o.common.max_length, o.common.train.threads};
  auto rows = read_training_rows(o, *base->tokenizer, reading);
  if (!rows) return tl::unexpected(rows.error());
  auto evaluations = read_evaluations(o, *base->tokenizer, reading);
  if (!evaluations) return tl::unexpected(evaluations.error());
  std::vector<const TokenRows*> all = {&rows->tokens};
  for (const NamedPairs& set : *evaluations) all.push_back(&set.rows.tokens);
  for (const TokenRows* tokens : all) {
    if (auto checked = check_rows(base->parameters, *tokens); !checked) {
      return tl::unexpected(checked.error());
    }
  }
  report_rows(rows->tokens, o.common, cut_note(*rows, o.common));
  const auto task = make_pair_task(std::move(*rows), std::move(*evaluations),
                                   {o.label_smoothing, {o.common.base, windows_of(o)}});
  return train(*task, base->parameters, o.common.train, *config, stop);
}

}  // namespace

Command add_pair_command(CLI::App& program) {
  auto options = std::make_shared<PairOptions>();
  options->common.train.use = "assay score -m nli --nli {} FILE -o OUT";
  CLI::App* app =
      program.add_subcommand("pair", "Train a classifier of pairs of texts, such as NLI");
  add_run_options(*app, options->common);
  add_encoder_options(*app, options->common);
  cli::add_names_option(*app, "--labels", options->labels,
                        "the labels, in the order of the outputs")
      ->type_name("NAME,...")
      ->default_str("entailment,neutral,contradiction");
  cli::add_real_option(*app, "--label-smoothing", options->label_smoothing,
                       "share of a label's probability that is spread over all");
  app->footer(
      "Rows: {\"premise\": ..., \"hypothesis\": ..., \"label\": ...}, and optionally \"source\",\n"
      "\"weight\", and \"probabilities\" (one a label) in place of the label.\n\n"
      "Example:\n"
      "  assay train pair nli.jsonl.gz --eval dev=dev.jsonl --epochs 2 -o runs/nli");
  return {app, [options](const std::atomic<bool>& stop) -> Result<Outcome> {
            if (auto found = find_base_folder(options->common); !found) {
              return tl::unexpected(found.error());
            }
            return train_pairs(*options, stop);
          }};
}

}  // namespace assay::train
