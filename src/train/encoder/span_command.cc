#include <fmt/format.h>

#include <algorithm>

#include "cli/command_line/option_kinds.h"
#include "train/commands.h"
#include "train/encoder/span_task.h"
#include "train/train_options.h"
#include "train/training_base.h"

namespace assay::train {
namespace {

struct SpanOptions {
  CommonOptions common;
  std::size_t stride = 48;
  std::size_t null_windows = 1;
};

Result<SpanRows> read_training_rows(const SpanOptions& o, const Tokenizer& tokenizer,
                                    const SpanReading& reading) {
  SpanRows rows;
  const auto caps = row_caps(o.common);
  if (!caps) return tl::unexpected(caps.error());
  for (const std::string& file : o.common.files) {
    if (auto read = read_spans(file, tokenizer, reading, rows); !read) {
      return tl::unexpected(read.error());
    }
  }
  rows.keep(kept_rows(rows.sources, *caps, o.common));
  return rows;
}

Result<std::vector<NamedQuestions>> read_evaluations(const SpanOptions& o,
                                                     const Tokenizer& tokenizer,
                                                     const SpanReading& reading) {
  std::vector<NamedQuestions> sets;
  for (const NamedFile& file : evaluation_files(o.common)) {
    NamedQuestions set;
    set.name = file.name;
    if (auto read = read_questions(file.file, tokenizer, reading, set.questions); !read) {
      return tl::unexpected(read.error());
    }
    if (auto checked = check_evaluation_size(file, set.questions.questions.size()); !checked) {
      return tl::unexpected(checked.error());
    }
    sets.push_back(std::move(set));
  }
  return sets;
}

std::string answer_note(const SpanRows& rows) {
  const auto empty = std::count(rows.last.begin(), rows.last.end(), 0);
  std::string note = fmt::format("; {} windows without an answer", empty);
  if (rows.unread > 0) {
    note += fmt::format("; {} rows left out, as their answer has no token", rows.unread);
  }
  return note;
}

// How the engine is to read what is longer than the rows of the training: windows that leave a
// quarter of the sequence to the question.
nlohmann::ordered_json windows_of(const SpanOptions& o) {
  return {{"whole_tokens", o.common.max_length},
          {"window_tokens", o.common.max_length * 3 / 4},
          {"window_shared_tokens", o.stride}};
}

Result<Outcome> train_spans(const SpanOptions& o, const std::atomic<bool>& stop) {
  if (o.stride >= o.common.max_length / 2) {
    return fail(ErrorCode::kInvalidOption, "--stride must be less than half of --max-length");
  }
  auto base = open_base(o.common, TrainedHead::kSpan, {});
  if (!base) return tl::unexpected(base.error());
  auto config = describe_run("span", o.common);
  if (!config) return tl::unexpected(config.error());
  (*config)["stride"] = o.stride;
  (*config)["null_windows"] = o.null_windows;
  const SpanReading reading = {o.common.max_length, o.stride, o.null_windows, o.common.train.seed,
                               o.common.train.threads};
  auto rows = read_training_rows(o, *base->tokenizer, reading);
  if (!rows) return tl::unexpected(rows.error());
  auto evaluations = read_evaluations(o, *base->tokenizer, reading);
  if (!evaluations) return tl::unexpected(evaluations.error());
  std::vector<const TokenRows*> all = {&rows->tokens};
  for (const NamedQuestions& set : *evaluations) all.push_back(&set.questions.tokens);
  for (const TokenRows* tokens : all) {
    if (auto checked = check_rows(base->parameters, *tokens); !checked) {
      return tl::unexpected(checked.error());
    }
  }
  report_rows(rows->tokens, o.common, answer_note(*rows));
  const auto task =
      make_span_task(std::move(*rows), std::move(*evaluations), {o.common.base, windows_of(o)});
  return train(*task, base->parameters, o.common.train, *config, stop);
}

}  // namespace

Command add_span_command(CLI::App& program) {
  auto options = std::make_shared<SpanOptions>();
  options->common.max_length = 192;
  options->common.train.batch = 32;
  options->common.train.shard = 8;
  options->common.train.learning_rate = 2e-4;
  options->common.train.use = "assay score -m q2 --qa {} FILE -o OUT";
  CLI::App* app = program.add_subcommand("span", "Train a model that finds answers in texts");
  add_run_options(*app, options->common);
  add_encoder_options(*app, options->common);
  cli::add_count_option(*app, "--stride", options->stride, 0,
                        "tokens of a long context that two windows share", kMostCount);
  cli::add_count_option(*app, "--null-windows", options->null_windows, 0,
                        "most windows of a row that do not hold its answer", kMostCount);
  app->footer(
      "Rows: {\"context\": ..., \"question\": ..., \"answer_text\": ..., \"answer_start\": N}; N "
      "counts\ncode points, -1 says that the context does not answer. Optional: \"source\", "
      "\"weight\".\n\n"
      "Example:\n"
      "  assay train span qa.jsonl.gz --eval dev=dev.jsonl --epochs 2 -o runs/qa");
  return {app, [options](const std::atomic<bool>& stop) -> Result<Outcome> {
            if (auto found = find_base_folder(options->common); !found) {
              return tl::unexpected(found.error());
            }
            return train_spans(*options, stop);
          }};
}

}  // namespace assay::train
