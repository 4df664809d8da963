// `assay models measure`: how well a model folder does on labelled rows.

#include <fmt/format.h>

#include <memory>

#include "assay/model.h"
#include "base/thread_limit.h"
#include "cli/command_line/option_kinds.h"
#include "cli/json_text.h"
#include "cli/models/commands.h"
#include "cli/terminal/output.h"
#include "cli/terminal/table.h"
#include "model/openvino_export.h"
#include "rows/quality.h"
#include "seq2seq/weights.h"

namespace assay::cli {
namespace {

struct MeasureOptions {
  std::string folder;
  std::string file;
  std::string task;
  int threads = 0;
  bool json = false;
};

using rows::AnswerScores;
using rows::PairScores;
using rows::Quality;

Json to_json(const PairScores& scores) {
  return {{"rows", scores.rows}, {"accuracy", scores.accuracy()}};
}

template <typename Score>
Json json_of(const Quality<Score>& quality, Json json) {
  json.update(to_json(quality.all));
  json["sources"] = Json::object();
  for (const auto& [source, scores] : quality.sources) json["sources"][source] = to_json(scores);
  return json;
}

std::vector<std::string> cells(const std::string& source, const PairScores& scores) {
  return {source, std::to_string(scores.rows), fmt::format("{:.4f}", scores.accuracy())};
}

std::vector<std::string> cells(const std::string& source, const AnswerScores& scores) {
  const auto share = [](std::size_t of, double value) {
    return of == 0 ? std::string("-") : fmt::format("{:.4f}", value);
  };
  return {source,
          std::to_string(scores.answerable),
          share(scores.answerable, scores.exact),
          share(scores.answerable, scores.f1),
          std::to_string(scores.unanswerable),
          share(scores.unanswerable, scores.refused)};
}

std::vector<Column> columns_of(const Quality<PairScores>&) {
  return {{"source"}, {"pairs", Column::Align::kRight}, {"accuracy", Column::Align::kRight}};
}

std::vector<Column> columns_of(const Quality<AnswerScores>&) {
  return {{"source"},
          {"answerable", Column::Align::kRight},
          {"exact match", Column::Align::kRight},
          {"F1", Column::Align::kRight},
          {"unanswerable", Column::Align::kRight},
          {"refused", Column::Align::kRight}};
}

template <typename Score>
ExitCode report(const Quality<Score>& quality, const MeasureOptions& options, Json head) {
  if (options.json) {
    print(json_text(json_of(quality, std::move(head))));
    return finish_output();
  }
  Table table(columns_of(quality));
  for (const auto& [source, scores] : quality.sources) table.add_row(cells(source, scores));
  table.add_row(cells("all", quality.all));
  print(table.to_string(Style::for_stream(stdout)));
  return finish_output();
}

Json head_of_report(const char* task, const std::string& fingerprint) {
  return {{"schema", "assay.quality/1"}, {"task", task}, {"fingerprint", fingerprint}};
}

ExitCode measure_nli(const MeasureOptions& options) {
  const auto model = NliModel::load(options.folder, {.threads = options.threads});
  if (!model) return fail_command(model.error());
  const auto quality = rows::measure_pairs(**model, options.file);
  if (!quality) return fail_with_input(quality.error(), options.file);
  return report(*quality, options, head_of_report("nli", (*model)->fingerprint()));
}

ExitCode measure_qa(const MeasureOptions& options) {
  const auto model = QaModel::load(options.folder, {.threads = options.threads});
  if (!model) return fail_command(model.error());
  const auto quality = rows::measure_answers(**model, options.file);
  if (!quality) return fail_with_input(quality.error(), options.file);
  Json head = head_of_report("qa", (*model)->fingerprint());
  head["margin"] = (*model)->null_margin();
  return report(*quality, options, std::move(head));
}

ExitCode measure(const MeasureOptions& options) {
  if (options.task == "nli") return measure_nli(options);
  if (options.task == "qa") return measure_qa(options);
  const auto folder = model::open_model_folder(options.folder);
  if (!folder) return fail_command(folder.error());
  if (seq2seq::is_seq2seq(*folder)) {
    return fail_command(
        fail(ErrorCode::kUnsupported,
             options.folder + ": a generator of questions has no labelled rows",
             "measure what Q² makes of its questions: assay score -m q2 --qg " + options.folder)
            .value());
  }
  const auto head = model::head_of(*folder);
  if (!head) return fail_command(head.error());
  return *head == model::Head::kSpan ? measure_qa(options) : measure_nli(options);
}

}  // namespace

void add_models_measure_command(Commands& commands, CLI::App& group) {
  auto options = std::make_shared<MeasureOptions>();
  CLI::App* app = commands.add_to(
      &group,
      {"measure", "Measure how well a model does on labelled rows (JSON lines, also gzip)",
       "assay models measure \"$(assay models path nli)\" dev.jsonl"},
      [options] { return measure(*options); });
  add_directory_option(*app, "FOLDER", options->folder, "the model folder")->required();
  add_file_option(*app, "FILE", options->file,
                  "rows of premise, hypothesis, label, or of context, question, answer_text, "
                  "answer_start")
      ->required();
  add_choice_option(*app, "--task", options->task, {"nli", "qa"},
                    "what the model is for (default: what its config.json says)");
  add_count_option(*app, "--threads", options->threads, 0, "threads (default: all cores)",
                   base::kMostThreads);
  app->add_flag("--json", options->json, "print JSON instead of a table");
}

}  // namespace assay::cli
