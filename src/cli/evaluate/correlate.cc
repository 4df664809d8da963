// `assay evaluate correlate`.

#include <fmt/format.h>

#include <memory>

#include "assay/correlate.h"
#include "base/format.h"
#include "cli/evaluate/commands.h"
#include "cli/evaluate/table_selection.h"
#include "cli/evaluate/text.h"
#include "cli/terminal/output.h"
#include "cli/terminal/table.h"

namespace assay::cli {
namespace {

using evaluate::CorrelateOptions;
using evaluate::CorrelateReport;
using evaluate::Correlation;
using evaluate::CorrelationRow;

constexpr char kExamples[] =
    "assay evaluate correlate scores.jsonl --label rating\n"
    "assay evaluate correlate scores.jsonl --label rating --system model --dataset source --json";

struct CorrelateCommand {
  TableSelection table;
  MissingSelection missing;
  CorrelateOptions options;
  bool json = false;
};

std::string text_of(const CorrelateReport& report, const CorrelateOptions& options) {
  constexpr auto kRight = Column::Align::kRight;
  std::vector<Column> columns = {{"metric"}};
  if (!options.system.empty()) columns.push_back({"level"});
  if (!options.dataset.empty()) columns.push_back({"data set"});
  columns.push_back({"n", kRight});
  for (const char* title : {"Spearman", "p", "Pearson", "p", "Kendall", "p"})
    columns.push_back({title, kRight});
  Table table(columns);
  for (const CorrelationRow& row : report.rows) {
    std::vector<std::string> cells = {metric_cell(row.metric, row.missing, row.fill)};
    if (!options.system.empty()) cells.push_back(row.level);
    if (!options.dataset.empty()) cells.push_back(row.dataset.value_or("all"));
    cells.push_back(format_count(row.n));
    for (const Correlation& correlation : row.correlations) {
      cells.push_back(estimate_cell(correlation.estimate));
      cells.push_back(p_cell(correlation.p));
    }
    table.add_row(std::move(cells));
  }
  std::string text = plural(report.n_items, "item");
  if (report.n_unrated > 0)
    text +=
        fmt::format(", of which {} without a rating are left out", format_count(report.n_unrated));
  return text + ".\n" + interval_note(options.bootstrap) + "\n" +
         table.to_string(Style::for_stream(stdout));
}

ExitCode correlate(const CorrelateCommand& command) {
  CorrelateOptions options = command.options;
  const auto fill = fill_of(command.missing);
  if (!fill) return fail_command(fill.error());
  options.fill = *fill;
  if (auto good = evaluate::check_bootstrap(options.bootstrap); !good)
    return fail_command(good.error());
  const auto table = read_table(
      command.table, {command.table.label, options.system, options.dataset, options.group});
  if (!table) return fail_with_table(table.error(), command.table);
  const auto ratings = evaluate::read_ratings(*table, command.table.label, command.table.words);
  if (!ratings) return fail_with_table(ratings.error(), command.table);
  const auto report = evaluate::correlate(*table, *ratings, options);
  if (!report) return fail_with_table(report.error(), command.table);
  print(command.json ? to_json(*report, options) : text_of(*report, options));
  return finish_output();
}

}  // namespace

void add_evaluate_correlate_command(Commands& commands, CLI::App& group) {
  auto command = std::make_shared<CorrelateCommand>();
  CLI::App* app =
      commands.add_to(&group, {"correlate", "How well scores follow ratings of people", kExamples},
                      [command] { return correlate(*command); });
  add_table_options(*app, command->table);
  add_label_options(*app, command->table);
  app->add_option("--system", command->options.system,
                  "column of the systems; adds the correlation of their means")
      ->type_name("COLUMN");
  app->add_option("--dataset", command->options.dataset,
                  "column of the data sets; adds the correlations within each")
      ->type_name("COLUMN");
  app->add_option("--group", command->options.group,
                  "column of what belongs together, such as the dialogue: drawn whole")
      ->type_name("COLUMN");
  add_missing_option(*app, command->missing);
  add_bootstrap_options(*app, command->options.bootstrap);
  app->add_flag("--json", command->json, "print JSON instead of tables");
}

}  // namespace assay::cli
