// `assay calibrate fit` and `apply`: a threshold or calibrator fitted on labels, and what was
// fitted applied to other scores.

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "assay/calibrate.h"
#include "assay/combine.h"
#include "base/file.h"
#include "base/format.h"
#include "cli/calibrate/commands.h"
#include "cli/command_line/option_kinds.h"
#include "cli/commands.h"
#include "cli/evaluate/table_selection.h"
#include "cli/evaluate/text.h"
#include "cli/gate.h"
#include "cli/new_file.h"
#include "cli/terminal/output.h"
#include "cli/terminal/table.h"
#include "evaluate/option_limits.h"

namespace assay::cli {
namespace {

using evaluate::CalibrateOptions;
using evaluate::CalibrationMethod;
using evaluate::FittedCalibrator;

constexpr char kFitExamples[] =
    "assay calibrate fit dev.scores.jsonl -s q2 -o q2.calibrator.json\n"
    "assay calibrate fit dev.csv -s bleu --label human --method threshold -o "
    "bleu.calibrator.json";
constexpr char kApplyExamples[] =
    "assay calibrate apply q2.calibrator.json "
    "test.scores.jsonl -o test.calibrated.jsonl\n"
    "assay calibrate apply my.ensemble.json test.scores.jsonl -o test.combined.jsonl\n"
    "assay calibrate apply q2.calibrator.json new.scores.jsonl -o new.calibrated.jsonl "
    "--min-grounded 90%";

// --- fit ---

struct FitCommand {
  TableSelection table;
  std::string method = "platt";
  std::string criterion = "balanced_accuracy";
  CalibrateOptions options;
  std::string output;
  bool overwrite = false;
  bool json = false;
};

CalibrationMethod method_of(const std::string& name) {
  if (name == "threshold") return CalibrationMethod::kThreshold;
  return name == "isotonic" ? CalibrationMethod::kIsotonic : CalibrationMethod::kPlatt;
}

std::string parameters_of(const evaluate::Calibrator& calibrator) {
  switch (calibrator.method) {
    case CalibrationMethod::kThreshold:
      return fmt::format("grounded above {:.4g}", calibrator.threshold);
    case CalibrationMethod::kPlatt:
      return fmt::format("1 / (1 + exp(-({:.4g} score + {:.4g})))", calibrator.slope,
                         calibrator.intercept);
    case CalibrationMethod::kIsotonic:
      return fmt::format("{} points from {:.4g} to {:.4g}", calibrator.scores.size(),
                         calibrator.scores.front(), calibrator.scores.back());
  }
  return {};
}

std::string text_of(const FittedCalibrator& fitted, const FitCommand& command) {
  std::string text = fmt::format(
      "{} of {}: {}\nfitted on {}, {} of them grounded; {} without a score "
      "left out\n{}\nBy {}-fold "
      "cross-validation (every item judged by a calibrator that was fitted "
      "without it):\n",
      to_string(fitted.calibrator.method), fitted.metric, parameters_of(fitted.calibrator),
      plural(fitted.n, "item"), format_count(fitted.n_grounded), format_count(fitted.n_missing),
      interval_note(command.options.bootstrap), fitted.folds);
  Table table(
      {{"measure"}, {"held out", Column::Align::kRight}, {"before", Column::Align::kRight}});
  for (const auto& [name, estimate] : fitted.held_out) {
    const auto before = find_estimate(fitted.uncalibrated, name);
    table.add_row({name, estimate_cell(estimate), before.value ? estimate_cell(before) : ""});
  }
  return text + table.to_string(Style::for_stream(stdout)) + "\ncalibrator: " + command.output +
         "\n";
}

ExitCode fit(const FitCommand& command) {
  CalibrateOptions options = command.options;
  options.method = method_of(command.method);
  options.criterion = criterion_of(command.criterion);
  if (auto good = evaluate::check_bootstrap(options.bootstrap); !good)
    return fail_command(good.error());
  const NewFile output{command.output, command.overwrite, files_of(command.table)};
  if (auto good = check_new_file(output); !good) return fail_command(good.error());
  const auto table = read_labelled_table(command.table, {options.group});
  if (!table) return fail_with_table(table.error(), command.table);
  const auto fitted = evaluate::fit_calibrator(table->scores, table->labels, options);
  if (!fitted) return fail_with_table(fitted.error(), command.table);
  const std::string json = to_json(*fitted);
  if (auto good = write_new_file(output, json); !good) return fail_command(good.error());
  if (command.output == "-") return finish_output();
  print(command.json ? json : text_of(*fitted, command));
  return finish_output();
}

// --- apply ---

struct ApplyCommand {
  std::string calibrator;
  TableSelection table;
  std::string output;
  bool overwrite = false;
  std::string min_grounded;
};

// What the file holds, whichever of the two it is, says of the table's items.
struct Said {
  std::string lines;
  std::size_t items = 0;
  std::size_t scored = 0;
  std::size_t grounded = 0;
};

// A gate is not passed where nothing was judged.
bool misses_gate(const Said& said, const LeastRecords& least) {
  const std::uint64_t needed = records_needed(least, said.scored);
  if (said.scored > 0 && said.grounded >= needed) return false;
  print_error(fail(ErrorCode::kInvalidInput,
                   said.scored == 0
                       ? "no item has a score"
                       : fmt::format("{} of {} with a score are grounded, fewer than {}",
                                     format_count(said.grounded), plural(said.scored, "item"),
                                     format_count(needed)))
                  .value());
  return true;
}

ExitCode finish(const Said& said, const std::optional<LeastRecords>& least) {
  if (const ExitCode code = finish_output(); code != ExitCode::kGood) return code;
  return least && misses_gate(said, *least) ? ExitCode::kFailedRecords : ExitCode::kGood;
}

ExitCode write_said(const Said& said, const NewFile& output,
                    const std::optional<LeastRecords>& least) {
  if (output.path == "-") {
    print(said.lines);
    return finish(said, least);
  }
  if (auto good = write_new_file(output, said.lines); !good) return fail_command(good.error());
  print(fmt::format("{}, {} with a score: {} grounded, {} not\n", plural(said.items, "item"),
                    format_count(said.scored), format_count(said.grounded),
                    format_count(said.scored - said.grounded)));
  return finish(said, least);
}

ExitCode apply_calibrator(const ApplyCommand& command, const NewFile& output,
                          const std::optional<LeastRecords>& least) {
  const auto fitted = evaluate::read_calibrator(command.calibrator);
  if (!fitted) return fail_command(fitted.error());
  TableSelection selection = command.table;
  if (auto good = evaluate::choose_score(selection.scores, *fitted); !good)
    return fail_command(good.error());
  const auto table = read_table(selection, {});
  if (!table) return fail_with_table(table.error(), selection);
  Said said{.lines = calibrated_lines(*table, *fitted), .items = table->size()};
  for (const evaluate::Score& score : table->scores[0].values) {
    said.scored += score.has_value();
    said.grounded += score && fitted->calibrator.is_grounded(*score);
  }
  return write_said(said, output, least);
}

ExitCode apply_ensemble(const ApplyCommand& command, const NewFile& output,
                        const std::optional<LeastRecords>& least) {
  const auto ensemble = read_ensemble(command.calibrator);
  if (!ensemble) return fail_command(ensemble.error());
  TableSelection selection = command.table;
  if (auto good = evaluate::choose_scores(selection.scores, *ensemble); !good)
    return fail_command(good.error());
  const auto table = read_table(selection, {});
  if (!table) return fail_with_table(table.error(), selection);
  Said said{.lines = combined_lines(*table, *ensemble), .items = table->size()};
  for (const evaluate::Score& score : combined_scores(*table, *ensemble)) {
    said.scored += score.has_value();
    said.grounded += score && evaluate::is_grounded(*score);
  }
  return write_said(said, output, least);
}

Result<std::optional<LeastRecords>> gate_of(const ApplyCommand& command) {
  if (command.min_grounded.empty()) return std::optional<LeastRecords>();
  const auto least = parse_least_records("--min-grounded", command.min_grounded);
  if (!least) return tl::unexpected(least.error());
  return std::optional(*least);
}

ExitCode apply(const ApplyCommand& command) {
  const auto least = gate_of(command);
  if (!least) return fail_command(least.error());
  NewFile output{command.output, command.overwrite, files_of(command.table)};
  output.inputs.push_back(command.calibrator);
  if (auto good = check_new_file(output); !good) return fail_command(good.error());
  const auto text = base::read_file(command.calibrator, "`assay calibrate` writes such files");
  if (!text) return fail_command(text.error());
  return is_ensemble(*text) ? apply_ensemble(command, output, *least)
                            : apply_calibrator(command, output, *least);
}

void add_fit(Commands& commands, CLI::App& group) {
  auto command = std::make_shared<FitCommand>();
  CLI::App* app =
      commands.add_to(&group, {"fit", "Fit a threshold or calibrator on labels", kFitExamples},
                      [command] { return fit(*command); });
  add_table_options(*app, command->table);
  add_label_options(*app, command->table);
  add_file_option(*app, "-o,--output", command->output,
                  "file for the calibrator; - for standard output")
      ->required();
  app->add_flag("--overwrite", command->overwrite, "replace the file");
  add_choice_option(*app, "--method", command->method, {"threshold", "platt", "isotonic"},
                    "a cut, a logistic curve, or any rising function (which "
                    "wants many labels)")
      ->capture_default_str();
  add_criterion_option(*app, command->criterion);
  add_count_option(*app, "--folds", command->options.folds, 2,
                   "folds of the cross-validation that is reported", evaluate::kMostFolds)
      ->capture_default_str();
  add_count_option(*app, "--bins", command->options.bins, 1, "bins of the calibration error",
                   evaluate::kMostBins)
      ->capture_default_str();
  app->add_option("--group", command->options.group,
                  "column of what belongs together, such as the dialogue: left "
                  "out whole")
      ->type_name("COLUMN");
  add_bootstrap_options(*app, command->options.bootstrap);
  app->add_flag("--json", command->json, "print the calibrator's JSON instead of a table");
}

void add_apply(Commands& commands, CLI::App& group) {
  auto command = std::make_shared<ApplyCommand>();
  CLI::App* app = commands.add_to(
      &group,
      {"apply", "Apply a calibrator or an ensemble: probabilities and verdicts", kApplyExamples},
      [command] { return apply(*command); });
  add_file_option(*app, "CALIBRATOR", command->calibrator,
                  "what `assay calibrate fit` or `combine` wrote")
      ->required();
  add_table_options(*app, command->table);
  add_file_option(*app, "-o,--output", command->output,
                  "file for one JSON line an item; - for standard output")
      ->required();
  app->add_flag("--overwrite", command->overwrite, "replace the file");
  app->add_option("--min-grounded", command->min_grounded,
                  "exit with 1 when fewer items are grounded, or none has a score: a number, or a "
                  "share of those with a score such as 0.9 or 90%")
      ->type_name("N")
      ->check(not_empty());
}

}  // namespace

void add_calibrate_command(Commands& commands) {
  CLI::App* group = commands.add_group(
      {"calibrate", "Fit thresholds, calibrators and ensembles on labels, and apply them", ""});
  add_fit(commands, *group);
  add_combine_command(commands, *group);
  add_apply(commands, *group);
}

}  // namespace assay::cli
