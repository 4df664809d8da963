// `assay evaluate system-level`.

#include <fmt/format.h>

#include <memory>

#include "assay/system_level.h"
#include "base/format.h"
#include "base/thread_limit.h"
#include "cli/command_line/numbers.h"
#include "cli/command_line/option_kinds.h"
#include "cli/evaluate/commands.h"
#include "cli/evaluate/table_selection.h"
#include "cli/evaluate/text.h"
#include "cli/terminal/output.h"
#include "cli/terminal/table.h"
#include "evaluate/option_limits.h"

namespace assay::cli {
namespace {

using evaluate::SystemLevelOptions;
using evaluate::SystemLevelReport;
using evaluate::SystemLevelRow;

constexpr char kExamples[] =
    "assay evaluate system-level scores.jsonl --context context\n"
    "assay evaluate system-level scores.jsonl --shares 0.1,0.2,0.3 --drawn 500 --rounds 2000 "
    "--json";

struct SystemLevelCommand {
  TableSelection table;
  MissingSelection missing;
  std::vector<std::string> shares;
  SystemLevelOptions options;
  bool json = false;
};

Result<SystemLevelOptions> options_of(const SystemLevelCommand& command) {
  SystemLevelOptions options = command.options;
  const auto fill = fill_of(command.missing);
  if (!fill) return tl::unexpected(fill.error());
  options.fill = *fill;
  if (auto good = evaluate::check_bootstrap(options.rounds); !good)
    return tl::unexpected(good.error());
  if (command.shares.empty()) return options;
  options.shares.clear();
  for (const std::string& text : command.shares) {
    const auto share = parse_real_number(text);
    if (!share) {
      return fail(ErrorCode::kInvalidOption, fmt::format("--shares: `{}` is no number", text),
                  "write shares such as 0.05,0.1,0.15");
    }
    options.shares.push_back(*share);
  }
  return options;
}

std::string text_of(const SystemLevelReport& report, const SystemLevelOptions& options) {
  constexpr auto kRight = Column::Align::kRight;
  std::vector<Column> columns = {{"metric"}, {"contexts", kRight}, {"Spearman", kRight}};
  for (const double share : options.shares) columns.push_back({fmt::format("{:g}", share), kRight});
  Table table(columns);
  for (const SystemLevelRow& row : report.rows) {
    std::vector<std::string> cells = {metric_cell(row.metric, row.missing, row.fill),
                                      format_count(row.n_contexts), estimate_cell(row.spearman)};
    for (const auto& system : row.systems)
      cells.push_back(row.n_contexts == 0 ? "-" : format_score(system.mean_score));
    table.add_row(std::move(cells));
  }
  return fmt::format(
             "{} of {} have one grounded and one ungrounded response.\n{} of them drawn in each of "
             "{}; brackets: {:g} % of the rounds; mean scores by the share of ungrounded "
             "responses.\n\n",
             format_count(report.n_pairs), plural(report.n_contexts, "context"),
             format_count(options.drawn), plural(options.rounds.rounds, "round"),
             100 * options.rounds.confidence) +
         table.to_string(Style::for_stream(stdout));
}

ExitCode simulate(const SystemLevelCommand& command) {
  const auto options = options_of(command);
  if (!options) return fail_command(options.error());
  const auto table = read_labelled_table(command.table, {options->context});
  if (!table) return fail_with_table(table.error(), command.table);
  const auto report = evaluate::system_level(table->scores, table->labels, *options);
  if (!report) return fail_with_table(report.error(), command.table);
  print(command.json ? to_json(*report, *options) : text_of(*report, *options));
  return finish_output();
}

}  // namespace

void add_evaluate_system_level_command(Commands& commands, CLI::App& group) {
  auto command = std::make_shared<SystemLevelCommand>();
  CLI::App* app = commands.add_to(
      &group,
      {"system-level", "Whether scores put simulated systems in the right order", kExamples},
      [command] { return simulate(*command); });
  add_table_options(*app, command->table);
  add_label_options(*app, command->table);
  app->add_option("--context", command->options.context,
                  "column that responses to one context share")
      ->type_name("COLUMN")
      ->capture_default_str();
  app->add_option("--shares", command->shares,
                  "shares of ungrounded responses, one a system (default: 0.05,0.1,0.15,0.2,0.25)")
      ->type_name("X,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_count_option(*app, "--drawn", command->options.drawn, 1, "contexts drawn in a round",
                   evaluate::kMostDrawn)
      ->capture_default_str();
  add_count_option(*app, "--rounds", command->options.rounds.rounds, 1, "rounds",
                   evaluate::kMostRounds)
      ->capture_default_str();
  add_count_option(*app, "--seed", command->options.rounds.seed, 0, "seed of what is drawn")
      ->capture_default_str();
  add_real_option(*app, "--confidence", command->options.rounds.confidence,
                  "share of the rounds that the interval covers");
  add_count_option(*app, "--threads", command->options.rounds.threads, 0,
                   "threads; the numbers do not depend on them (default: all cores)",
                   base::kMostThreads);
  add_missing_option(*app, command->missing);
  app->add_flag("--json", command->json, "print JSON instead of a table");
}

}  // namespace assay::cli
