#include <fmt/format.h>

#include "cli/command_line/option_kinds.h"
#include "train/commands.h"
#include "train/question/question_task.h"
#include "train/train_options.h"
#include "train/training_base.h"

namespace assay::train {
namespace {

constexpr std::uint64_t kMostLayers = 1024;

struct QuestionOptions {
  CommonOptions common;
  DecoderOptions decoder;
};

Result<QuestionRows> read_training_rows(const QuestionOptions& o, const Tokenizer& tokenizer,
                                        const QuestionReading& reading) {
  QuestionRows rows;
  const auto caps = row_caps(o.common);
  if (!caps) return tl::unexpected(caps.error());
  for (const std::string& file : o.common.files) {
    if (auto read = read_question_rows(file, tokenizer, reading, rows); !read) {
      return tl::unexpected(read.error());
    }
  }
  rows.keep(kept_rows(rows.origins, *caps, o.common));
  return rows;
}

Result<std::vector<NamedQuestionRows>> read_evaluations(const QuestionOptions& o,
                                                        const Tokenizer& tokenizer,
                                                        const QuestionReading& reading) {
  std::vector<NamedQuestionRows> sets;
  for (const NamedFile& file : evaluation_files(o.common)) {
    NamedQuestionRows set;
    set.name = file.name;
    if (auto read = read_question_rows(file.file, tokenizer, reading, set.rows); !read) {
      return tl::unexpected(read.error());
    }
    if (auto checked = check_evaluation_size(file, set.rows.size()); !checked) {
      return tl::unexpected(checked.error());
    }
    sets.push_back(std::move(set));
  }
  return sets;
}

// What a reader of the model needs to know besides the base's config.
nlohmann::ordered_json described(const QuestionOptions& o) {
  return {{"whole_tokens", o.common.max_length},
          {"decoder_layers", o.decoder.layers},
          {"decoder_positions", o.decoder.positions},
          {"output_tokens", o.decoder.outputs}};
}

Result<Outcome> train_questions(const QuestionOptions& o, const std::atomic<bool>& stop) {
  if (o.decoder.layers < 1 || o.decoder.positions < 4) {
    return fail(ErrorCode::kInvalidOption,
                "--decoder-layers must be at least 1 and --max-question at least 4");
  }
  auto base = open_base(o.common, TrainedHead::kGenerate, {}, o.decoder);
  if (!base) return tl::unexpected(base.error());
  auto config = describe_run("seq2seq", o.common);
  if (!config) return tl::unexpected(config.error());
  (*config)["decoder_layers"] = o.decoder.layers;
  (*config)["max_question"] = o.decoder.positions;
  (*config)["output_tokens"] = o.decoder.outputs;
  const QuestionReading reading = {o.common.max_length, o.decoder.positions,
                                   o.common.train.threads};
  auto rows = read_training_rows(o, *base->tokenizer, reading);
  if (!rows) return tl::unexpected(rows.error());
  auto evaluations = read_evaluations(o, *base->tokenizer, reading);
  if (!evaluations) return tl::unexpected(evaluations.error());
  std::vector<const TokenRows*> all = {&rows->sources, &rows->targets};
  for (const NamedQuestionRows& set : *evaluations) {
    all.push_back(&set.rows.sources);
    all.push_back(&set.rows.targets);
  }
  for (const TokenRows* tokens : all) {
    if (auto checked = check_rows(base->parameters, *tokens); !checked) {
      return tl::unexpected(checked.error());
    }
  }
  report_rows(rows->sources, o.common,
              rows->unanswered == 0
                  ? ""
                  : fmt::format("; {} without an answer left out", rows->unanswered));
  const auto task =
      make_question_task(std::move(*rows), std::move(*evaluations), {o.common.base, described(o)});
  return train(*task, base->parameters, o.common.train, *config, stop);
}

}  // namespace

Command add_question_command(CLI::App& program) {
  auto options = std::make_shared<QuestionOptions>();
  options->common.train.learning_rate = 3e-4;
  options->common.train.use = "assay score -m q2 --qg {} FILE -o OUT";
  CLI::App* app = program.add_subcommand("seq2seq", "Train a generator of questions");
  add_run_options(*app, options->common);
  add_encoder_options(*app, options->common);
  cli::add_count_option(*app, "--decoder-layers", options->decoder.layers, 1,
                        "layers of the decoder", kMostLayers);
  cli::add_count_option(*app, "--max-question", options->decoder.positions, 4,
                        "most tokens of a question; longer ones lose their end", kMostCount);
  cli::add_count_option(*app, "--output-tokens", options->decoder.outputs, 0,
                        "only the first so many tokens of the vocabulary can be written, the "
                        "others only be copied; 0: all",
                        kMostCount);
  app->footer(
      "Rows: {\"context\": ..., \"question\": ..., \"answer_text\": ..., \"answer_start\": N}, as "
      "of "
      "`span`;\nrows without an answer are left out. The model reads the context with the answer "
      "marked and\nwrites the question.\n\n"
      "Example:\n"
      "  assay train seq2seq qa.jsonl.gz --eval dev=dev.jsonl --epochs 2 -o runs/qg");
  return {app, [options](const std::atomic<bool>& stop) -> Result<Outcome> {
            if (auto found = find_base_folder(options->common); !found) {
              return tl::unexpected(found.error());
            }
            return train_questions(*options, stop);
          }};
}

}  // namespace assay::train
