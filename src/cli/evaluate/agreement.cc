// `assay evaluate agreement`.

#include <fmt/format.h>

#include <memory>

#include "assay/agreement.h"
#include "base/format.h"
#include "cli/command_line/name_list.h"
#include "cli/command_line/option_kinds.h"
#include "cli/evaluate/commands.h"
#include "cli/evaluate/table_selection.h"
#include "cli/evaluate/text.h"
#include "cli/terminal/output.h"
#include "cli/terminal/table.h"

namespace assay::cli {
namespace {

using evaluate::AgreementOptions;
using evaluate::AgreementReport;
using evaluate::KappaWeights;
using evaluate::Level;
using evaluate::RaterPair;

constexpr char kExamples[] =
    "assay evaluate agreement labels.csv --rater ann --rater bob\n"
    "assay evaluate agreement records.jsonl --ratings ratings --level ordinal --json";

struct AgreementCommand {
  TableSelection table;
  evaluate::RatingColumns ratings;
  std::string level = "nominal";
  std::string weights = "none";
  AgreementOptions options;
  bool json = false;
};

Level level_of(const std::string& name) {
  for (const Level level : {Level::kOrdinal, Level::kInterval, Level::kRatio}) {
    if (name == to_string(level)) return level;
  }
  return Level::kNominal;
}

KappaWeights weights_of(const std::string& name) {
  for (const KappaWeights weights : {KappaWeights::kLinear, KappaWeights::kQuadratic}) {
    if (name == to_string(weights)) return weights;
  }
  return KappaWeights::kNone;
}

std::string text_of(const AgreementReport& report, const AgreementOptions& options) {
  constexpr auto kRight = Column::Align::kRight;
  const Style style = Style::for_stream(stdout);
  std::string text = fmt::format("{} of {} by {}; {} with two ratings or more, {} with all.\n",
                                 plural(report.n_ratings, "rating"), plural(report.n_items, "item"),
                                 plural(report.n_raters, "rater"), format_count(report.n_paired),
                                 format_count(report.n_complete));
  Table measures({{"measure"}, {"value", kRight}});
  for (const auto& [name, estimate] : report.measures) {
    const bool is_alpha = name == "krippendorff_alpha";
    measures.add_row({is_alpha ? fmt::format("{} ({})", name, to_string(options.level)) : name,
                      estimate_cell(estimate)});
  }
  text += interval_note(options.bootstrap) + "\n" + measures.to_string(style);
  Table pairs({{"raters"},
               {"n", kRight},
               {"raw agreement", kRight},
               {"Cohen's kappa", kRight},
               {"Jaccard", kRight}});
  for (const RaterPair& pair : report.pairs) {
    pairs.add_row({pair.first + ", " + pair.second, format_count(pair.n),
                   number_cell(pair.raw_agreement), number_cell(pair.cohen_kappa),
                   number_cell(pair.jaccard)});
  }
  return text + "\n" + pairs.to_string(style);
}

ExitCode agree(const AgreementCommand& command) {
  if (auto good = command.ratings.check(); !good) return fail_command(good.error());
  AgreementOptions options = command.options;
  options.level = level_of(command.level);
  options.weights = weights_of(command.weights);
  if (auto good = evaluate::check_bootstrap(options.bootstrap); !good)
    return fail_command(good.error());
  const auto table = read_texts(command.table, command.ratings.names());
  if (!table) return fail_with_table(table.error(), command.table);
  const auto ratings = evaluate::read_ratings(*table, command.ratings);
  if (!ratings) return fail_with_table(ratings.error(), command.table);
  const auto report = evaluate::agreement(*ratings, options);
  if (!report) return fail_with_table(report.error(), command.table);
  print(command.json ? to_json(*report, options) : text_of(*report, options));
  return finish_output();
}

}  // namespace

void add_evaluate_agreement_command(Commands& commands, CLI::App& group) {
  auto command = std::make_shared<AgreementCommand>();
  CLI::App* app = commands.add_to(
      &group, {"agreement", "How far several people agree about the same items", kExamples},
      [command] { return agree(*command); });
  add_text_table_options(*app, command->table);
  add_names_option(*app, "--rater", command->ratings.raters,
                   "column of one rater's ratings; repeat for every rater, or join by commas, a "
                   "name with a comma in double quotes")
      ->type_name("COLUMN");
  app->add_option("--ratings", command->ratings.lists,
                  "column of JSON lists with one rating a rater, null for none")
      ->type_name("COLUMN");
  add_choice_option(*app, "--level", command->level, {"nominal", "ordinal", "interval", "ratio"},
                    "what the values are: names, or numbers whose order, differences or ratios "
                    "mean something (for Krippendorff's alpha)")
      ->capture_default_str();
  add_choice_option(*app, "--weights", command->weights, {"none", "linear", "quadratic"},
                    "how much categories that are further apart count in Cohen's kappa")
      ->capture_default_str();
  add_bootstrap_options(*app, command->options.bootstrap);
  app->add_flag("--json", command->json, "print JSON instead of tables");
}

}  // namespace assay::cli
