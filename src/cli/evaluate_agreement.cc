// `assay evaluate agreement`.

#include <fmt/format.h>

#include <memory>

#include "assay/agreement.h"
#include "base/format.h"
#include "cli/evaluate_commands.h"
#include "cli/evaluate_json.h"
#include "cli/evaluate_text.h"
#include "cli/option_kinds.h"
#include "cli/output.h"
#include "cli/table.h"
#include "cli/table_selection.h"

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
  std::vector<std::string> raters;
  std::string ratings;
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

Json json_of(const RaterPair& pair) {
  Json categories = Json::array();
  for (const auto& [category, jaccard] : pair.categories)
    categories.push_back({{"category", category}, {"jaccard", json_or_null(jaccard)}});
  return {{"first", pair.first},
          {"second", pair.second},
          {"n", pair.n},
          {"raw_agreement", json_or_null(pair.raw_agreement)},
          {"cohen_kappa", json_or_null(pair.cohen_kappa)},
          {"jaccard", json_or_null(pair.jaccard)},
          {"categories", categories}};
}

Json json_of(const AgreementReport& report, const AgreementOptions& options) {
  Json pairs = Json::array();
  for (const RaterPair& pair : report.pairs) pairs.push_back(json_of(pair));
  return {{"schema", "assay.agreement/1"},
          {"n_items", report.n_items},
          {"n_raters", report.n_raters},
          {"n_ratings", report.n_ratings},
          {"n_paired", report.n_paired},
          {"n_complete", report.n_complete},
          {"level", to_string(options.level)},
          {"weights", to_string(options.weights)},
          {"bootstrap", cli::json_of(options.bootstrap)},
          {"measures", cli::json_of(report.measures)},
          {"pairs", pairs}};
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

Result<evaluate::RatingMatrix> read_ratings(const AgreementCommand& command,
                                            const evaluate::ScoreTable& table) {
  if (command.ratings.empty()) return evaluate::ratings_of_columns(table, command.raters);
  return evaluate::ratings_of_lists(table, command.ratings);
}

ExitCode agree(const AgreementCommand& command) {
  if (command.ratings.empty() == command.raters.empty()) {
    return fail_command(
        fail(ErrorCode::kInvalidOption, "the ratings must be named in one of two ways",
             "--rater COLUMN for every rater, or --ratings COLUMN for a column of lists")
            .value());
  }
  AgreementOptions options = command.options;
  options.level = level_of(command.level);
  options.weights = weights_of(command.weights);
  if (auto good = check_bootstrap(options.bootstrap); !good) return fail_command(good.error());
  std::vector<std::string> columns = command.raters;
  columns.push_back(command.ratings);
  const auto table = read_texts(command.table, columns);
  if (!table) return fail_with_table(table.error(), command.table);
  const auto ratings = read_ratings(command, *table);
  if (!ratings) return fail_with_table(ratings.error(), command.table);
  const auto report = evaluate::agreement(*ratings, options);
  if (!report) return fail_with_table(report.error(), command.table);
  print(command.json ? json_text(json_of(*report, options)) : text_of(*report, options));
  return finish_output();
}

}  // namespace

void add_evaluate_agreement_command(Commands& commands, CLI::App& group) {
  auto command = std::make_shared<AgreementCommand>();
  CLI::App* app = commands.add_to(
      &group, {"agreement", "How far several people agree about the same items", kExamples},
      [command] { return agree(*command); });
  add_text_table_options(*app, command->table);
  app->add_option("--rater", command->raters,
                  "column of one rater's ratings; repeat for every rater, or join by commas")
      ->type_name("COLUMN")
      ->delimiter(',')
      ->allow_extra_args(false);
  app->add_option("--ratings", command->ratings,
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
