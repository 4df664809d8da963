#include "cli/evaluate/table_selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/thread_limit.h"
#include "cli/command_line/name_list.h"
#include "cli/command_line/numbers.h"
#include "cli/command_line/option_kinds.h"
#include "cli/terminal/output.h"
#include "evaluate/option_limits.h"
#include "evaluate/score_cell.h"

namespace assay::cli {
namespace {

constexpr char kInputOptions[] = "Input";
constexpr char kLabelOptions[] = "Labels";
constexpr char kIntervalOptions[] = "Intervals";

InputFormat format_of(const std::string& name) {
  for (const InputFormat format : {InputFormat::kJsonl, InputFormat::kCsv, InputFormat::kTsv}) {
    if (name == to_string(format)) return format;
  }
  return InputFormat::kAuto;
}

void add_words(CLI::App& app, const char* name, std::vector<std::string>& words,
               const char* description) {
  app.add_option(name, words, description)
      ->type_name("VALUE")
      ->allow_extra_args(false)
      ->group(kLabelOptions);
}

bool names_file(const TableSelection& selection, const std::string& file) {
  const auto files = files_of(selection);
  return file == "standard input" || std::find(files.begin(), files.end(), file) != files.end();
}

evaluate::ScoreSource source_of(const TableSelection& selection,
                                const std::vector<std::string>& texts) {
  evaluate::ScoreSource source;
  source.inputs = selection.inputs;
  source.joined = selection.joined;
  source.records = selection.records;
  source.format = format_of(selection.format);
  source.quoting = selection.quoting == "none" ? Quoting::kNone : Quoting::kCsv;
  source.scores = selection.scores;
  source.id = selection.id;
  source.empty = selection.bad_scores == "error" ? evaluate::EmptyScores::kError
                                                 : evaluate::EmptyScores::kNoScore;
  for (const std::string& text : texts) source.want_text(text);
  return source;
}

Result<evaluate::ScoreTable> read(const evaluate::ScoreSource& source) {
  auto table = evaluate::read_scores(source);
  if (!table) return table;
  for (const std::string& warning : table->warnings) print_warning(warning);
  return table;
}

}  // namespace

void add_text_table_options(CLI::App& app, TableSelection& selection) {
  app.add_option("IN", selection.inputs,
                 "results of assay score, or CSV, TSV, JSON lines; several are read one behind the "
                 "other; - for standard input")
      ->required()
      ->type_name(kFileType)
      ->check(not_empty());
  add_file_option(app, "--records", selection.records,
                  "read labels and other columns from the records, found by their place or id")
      ->group(kInputOptions);
  app.add_option("--id", selection.id, "column of ids, in files that are no results")
      ->type_name("COLUMN")
      ->capture_default_str()
      ->group(kInputOptions);
  add_choice_option(app, "--format", selection.format, {"auto", "jsonl", "csv", "tsv"},
                    "format of files that are no results; auto goes by their ending")
      ->capture_default_str()
      ->group(kInputOptions);
  add_choice_option(app, "--quoting", selection.quoting, {"csv", "none"},
                    "quotes in CSV and TSV, as for assay score")
      ->capture_default_str()
      ->group(kInputOptions);
}

void add_table_options(CLI::App& app, TableSelection& selection) {
  add_text_table_options(app, selection);
  add_names_option(app, "-s,--score", selection.scores,
                   "a metric such as q2, one of its scores such as q2.q2-f1, or a column; may be "
                   "repeated or joined by commas, a name with a comma in double quotes (default: "
                   "every metric of the results)")
      ->type_name("NAME");
  app.add_option("--join", selection.joined,
                 "more scores of the same items; NAME= puts NAME: before their names; may be "
                 "repeated")
      ->type_name("[NAME=]FILE")
      ->allow_extra_args(false)
      ->check(not_empty())
      ->group(kInputOptions);
  add_choice_option(app, "--bad-scores", selection.bad_scores, {"error", "no-score"},
                    "what an empty cell or NaN in a column of scores is")
      ->capture_default_str()
      ->group(kInputOptions);
}

void add_label_word_options(CLI::App& app, evaluate::LabelWords& words) {
  add_words(app, "--positive", words.positive,
            "label that means grounded; may be repeated (default: 1, true, yes, consistent, "
            "supported, ...); all others are ungrounded then");
  add_words(app, "--negative", words.negative,
            "label that means ungrounded; may be repeated; others are an error then");
  add_words(app, "--ignore", words.ignored, "label whose items are left out; may be repeated");
}

void add_label_options(CLI::App& app, TableSelection& selection) {
  app.add_option("-l,--label", selection.label, "field or column of the labels")
      ->type_name("COLUMN")
      ->capture_default_str()
      ->check(not_empty());
  add_label_word_options(app, selection.words);
}

Result<evaluate::ScoreTable> read_table(const TableSelection& selection,
                                        const std::vector<std::string>& texts) {
  return read(source_of(selection, texts));
}

Result<LabelledTable> read_labelled_table(const TableSelection& selection,
                                          std::vector<std::string> texts) {
  texts.insert(texts.begin(), selection.label);
  auto scores = read_table(selection, texts);
  if (!scores) return tl::unexpected(scores.error());
  auto labels = evaluate::read_labels(*scores, selection.label, selection.words);
  if (!labels) return tl::unexpected(labels.error());
  return LabelledTable{std::move(*scores), std::move(*labels)};
}

Result<evaluate::ScoreTable> read_texts(const TableSelection& selection,
                                        const std::vector<std::string>& texts) {
  evaluate::ScoreSource source = source_of(selection, texts);
  source.needs_scores = false;
  return read(source);
}

std::vector<std::string> files_of(const TableSelection& selection) {
  std::vector<std::string> files = selection.inputs;
  for (const std::string& joined : selection.joined) {
    files.push_back(joined);
    const std::size_t equals = joined.find('=');
    if (equals != std::string::npos) files.push_back(joined.substr(equals + 1));
  }
  if (!selection.records.empty()) files.push_back(selection.records);
  return files;
}

ExitCode fail_with_table(const Error& error, const TableSelection& selection) {
  print_error(error);
  return names_file(selection, error.file) ? ExitCode::kUsage : exit_code_for(error);
}

void add_bootstrap_options(CLI::App& app, evaluate::BootstrapOptions& options, bool with_threads) {
  add_count_option(app, "--bootstrap", options.rounds, 0,
                   "rounds of the bootstrap; 0 for no intervals", evaluate::kMostRounds)
      ->capture_default_str()
      ->group(kIntervalOptions);
  add_count_option(app, "--seed", options.seed, 0, "seed of what is drawn at random")
      ->capture_default_str()
      ->group(kIntervalOptions);
  add_real_option(app, "--confidence", options.confidence, "share that intervals are to cover")
      ->group(kIntervalOptions);
  if (!with_threads) return;
  add_count_option(app, "--threads", options.threads, 0,
                   "threads; the numbers do not depend on them (default: all cores)",
                   base::kMostThreads)
      ->group(kIntervalOptions);
}

void add_criterion_option(CLI::App& app, std::string& name) {
  add_choice_option(app, "--optimize", name,
                    {"balanced_accuracy", "accuracy", "macro_f1", "kappa", "g_mean"},
                    "what the best threshold makes greatest")
      ->capture_default_str();
}

evaluate::Criterion criterion_of(const std::string& name) {
  using evaluate::Criterion;
  for (const Criterion criterion :
       {Criterion::kAccuracy, Criterion::kMacroF1, Criterion::kKappa, Criterion::kGMean}) {
    if (name == to_string(criterion)) return criterion;
  }
  return Criterion::kBalancedAccuracy;
}

void add_missing_option(CLI::App& app, MissingSelection& selection) {
  app.add_option("--missing", selection.text,
                 "what stands in for a missing score in the second of the two ways that are shown "
                 "(the first leaves such items out): minimum, or a number")
      ->type_name("minimum or X")
      ->capture_default_str();
}

Result<evaluate::Fill> fill_of(const MissingSelection& selection) {
  if (selection.text == "minimum") return evaluate::Fill{};
  const auto number = parse_real_number(selection.text);
  if (number && evaluate::is_in_reach(*number)) return evaluate::Fill{*number};
  return fail(ErrorCode::kInvalidOption,
              fmt::format("--missing: `{}` is neither `minimum` nor a number", selection.text),
              evaluate::kOutOfReach);
}

}  // namespace assay::cli
