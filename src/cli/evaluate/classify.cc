// `assay evaluate classify`.

#include <fmt/format.h>

#include <memory>

#include "assay/calibrate.h"
#include "assay/classify.h"
#include "cli/command_line/numbers.h"
#include "cli/command_line/option_kinds.h"
#include "cli/evaluate/classify_report.h"
#include "cli/evaluate/commands.h"
#include "cli/evaluate/table_selection.h"
#include "cli/terminal/output.h"
#include "evaluate/option_limits.h"

namespace assay::cli {
namespace {

using evaluate::ClassifyOptions;

constexpr char kExamples[] =
    "assay evaluate classify scores.jsonl\n"
    "assay evaluate classify scores.jsonl -s q2,overlap --threshold overlap=0.3 --json\n"
    "assay evaluate classify scores.jsonl --dataset source --group dialogue\n"
    "assay evaluate classify others.csv --score bleu --score q2 --label human "
    "--positive consistent";

struct ClassifyCommand {
  TableSelection table;
  MissingSelection missing;
  ClassifyOptions options;
  std::vector<std::string> thresholds;
  std::vector<std::string> calibrators;
  std::string criterion = "balanced_accuracy";
  bool json = false;
};

// "0.5" for all metrics, "overlap=0.3" for one.
Result<void> parse_thresholds(const std::vector<std::string>& texts, ClassifyOptions& options) {
  for (const std::string& text : texts) {
    const std::size_t equals = text.rfind('=');
    const bool is_named = equals != std::string::npos;
    const auto number = parse_real_number(is_named ? text.substr(equals + 1) : text);
    if (!number) {
      return fail(ErrorCode::kInvalidOption, fmt::format("--threshold: `{}` is no threshold", text),
                  "write a number such as 0.5, or METRIC=NUMBER");
    }
    if (is_named) {
      options.thresholds.emplace_back(text.substr(0, equals), *number);
    } else {
      options.threshold = *number;
    }
  }
  return {};
}

Result<ClassifyOptions> options_of(const ClassifyCommand& command) {
  ClassifyOptions options = command.options;
  if (auto good = parse_thresholds(command.thresholds, options); !good)
    return tl::unexpected(good.error());
  for (const std::string& path : command.calibrators) {
    if (auto good = evaluate::read_threshold(path, options); !good)
      return tl::unexpected(good.error());
  }
  if (auto good = evaluate::check_bootstrap(options.bootstrap); !good)
    return tl::unexpected(good.error());
  const auto fill = fill_of(command.missing);
  if (!fill) return tl::unexpected(fill.error());
  options.fill = *fill;
  options.criterion = criterion_of(command.criterion);
  return options;
}

ExitCode classify(const ClassifyCommand& command) {
  const auto options = options_of(command);
  if (!options) return fail_command(options.error());
  const auto table = read_labelled_table(command.table, {options->dataset, options->group});
  if (!table) return fail_with_table(table.error(), command.table);
  const auto report = evaluate::classify(table->scores, table->labels, *options);
  if (!report) return fail_with_table(report.error(), command.table);
  for (const std::string& warning : report->warnings) print_warning(warning);
  print(command.json ? to_json(*report, *options)
                     : classify_text(*report, *options, Style::for_stream(stdout)));
  return finish_output();
}

}  // namespace

void add_evaluate_classify_command(Commands& commands, CLI::App& group) {
  auto command = std::make_shared<ClassifyCommand>();
  CLI::App* app = commands.add_to(
      &group, {"classify", "How well scores tell grounded from ungrounded responses", kExamples},
      [command] { return classify(*command); });
  add_table_options(*app, command->table);
  add_label_options(*app, command->table);
  app->add_option("--threshold", command->thresholds,
                  "grounded is what scores more: X for all metrics, METRIC=X for one; may be "
                  "repeated (default: half of the most that the metric can be, so 50 for bleu and "
                  "0.5 for all others; 0.5 for scores of other programs)")
      ->type_name("[METRIC=]X")
      ->allow_extra_args(false);
  app->add_option("--calibrator", command->calibrators,
                  "take the threshold of the metric that `assay calibrate fit --method threshold` "
                  "wrote; may be repeated")
      ->type_name(kFileType)
      ->allow_extra_args(false)
      ->check(not_empty());
  add_criterion_option(*app, command->criterion);
  add_count_option(*app, "--folds", command->options.folds, 0,
                   "folds that the best threshold is tried on; 0 looks for none",
                   evaluate::kMostFolds)
      ->capture_default_str();
  add_count_option(*app, "--bins", command->options.bins, 1, "bins of the calibration",
                   evaluate::kMostBins)
      ->capture_default_str();
  app->add_option("--dataset", command->options.dataset,
                  "column of the data sets; adds the numbers of each")
      ->type_name("COLUMN");
  app->add_option("--group", command->options.group,
                  "column of what belongs together, such as the dialogue: drawn and left out whole")
      ->type_name("COLUMN");
  add_missing_option(*app, command->missing);
  add_bootstrap_options(*app, command->options.bootstrap);
  app->add_flag("--curves", command->options.curves,
                "add the counts at every threshold to the JSON");
  app->add_flag("--json", command->json, "print JSON instead of tables");
}

}  // namespace assay::cli
