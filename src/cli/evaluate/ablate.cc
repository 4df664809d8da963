// `assay evaluate ablate`: one metric with parts of it exchanged.

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>

#include "assay/classify.h"
#include "assay/experiment.h"
#include "base/format.h"
#include "cli/command_line/option_kinds.h"
#include "cli/evaluate/classify_report.h"
#include "cli/evaluate/commands.h"
#include "cli/evaluate/experiment_setup.h"
#include "cli/evaluate/json.h"
#include "cli/evaluate/table_selection.h"
#include "cli/evaluate/text.h"
#include "cli/terminal/output.h"
#include "cli/terminal/table.h"
#include "evaluate/classify_json.h"

namespace assay::cli {
namespace {

constexpr char kExamples[] =
    "assay evaluate ablate -m q2 dialogues.jsonl --variant \"no NLI: -m "
    "q2-f1\" "
    "--variant \"all questions: --questions all\"\n"
    "assay evaluate ablate -m q2 records.jsonl --variant \"trained: --qg "
    "models/qg\" "
    "--variant \"other NLI: --nli models/other\" --json";

struct AblateCommand {
  ExperimentSelection experiment;
  std::vector<std::string> variants;
  evaluate::LabelWords words;
  evaluate::ClassifyOptions classify;
  std::optional<double> cut;  // absent: the usual one of each metric
  MissingSelection missing;
  bool json = false;
};

struct Variant {
  std::string name;
  MetricSelection metric;
  ModelSelection models;
};

// What a variant came to.
struct Outcome {
  std::string name;
  std::string metric;
  std::vector<std::string> models;  // fingerprints
  std::vector<RecordResult> results;
  double seconds = 0;
};

// "NAME: OPTIONS", which change those of the command.
Result<Variant> parse_variant(const std::string& text, const ExperimentSelection& base) {
  const std::size_t colon = text.find(": ");
  if (colon == std::string::npos || colon == 0) {
    return fail(ErrorCode::kInvalidOption, fmt::format("--variant: `{}` has no name", text),
                "write \"NAME: OPTIONS\", such as \"no NLI: -m q2-f1\"");
  }
  Variant variant{.name = text.substr(0, colon), .metric = base.metric, .models = base.models};
  CLI::App app;
  add_metric_options(app, variant.metric);
  app.get_option("--metric")->required(false);
  add_model_options(app, variant.models);
  try {
    app.parse(text.substr(colon + 2));
  } catch (const CLI::ParseError& error) {
    return fail(ErrorCode::kInvalidOption,
                fmt::format("--variant `{}`: {}", variant.name, error.what()),
                "it takes the options of metrics and models that the command has");
  }
  return variant;
}

Result<std::vector<Variant>> variants_of(const AblateCommand& command) {
  const ExperimentSelection& base = command.experiment;
  if (base.metric.metrics.size() != 1 || command.variants.empty()) {
    return fail(ErrorCode::kInvalidOption, "variants of one metric are compared",
                "give one name to --metric, and --variant for each way to change it");
  }
  std::vector<Variant> variants = {{base.metric.metrics[0], base.metric, base.models}};
  for (const std::string& text : command.variants) {
    auto variant = parse_variant(text, base);
    if (!variant) return tl::unexpected(variant.error());
    for (const Variant& known : variants) {
      if (known.name == variant->name)
        return fail(ErrorCode::kInvalidOption,
                    fmt::format("two variants are called `{}`", known.name));
    }
    if (variant->metric.metrics.size() != 1)
      return fail(ErrorCode::kInvalidOption,
                  fmt::format("the variant `{}` is of one metric", variant->name));
    variants.push_back(*std::move(variant));
  }
  return variants;
}

Result<Outcome> run_variant(const Variant& variant, Experiment& experiment) {
  auto loaded = experiment.load(variant.metric, variant.models);
  if (!loaded) return tl::unexpected(loaded.error());
  const auto start = std::chrono::steady_clock::now();
  Metric& metric = *loaded->get().front();
  auto results = experiment.run(metric, experiment.records(), variant.name);
  if (!results) return tl::unexpected(results.error());
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return Outcome{.name = variant.name,
                 .metric = metric.name(),
                 .models = loaded->fingerprints(),
                 .results = *std::move(results),
                 .seconds = seconds.count()};
}

// The records' labels and the variants' scores, as classify takes them.
evaluate::ScoreTable table_of(std::span<const Record> records, std::span<const Outcome> outcomes,
                              const std::string& file) {
  evaluate::ScoreTable table;
  table.files = {file};
  evaluate::TextColumn labels{"label", {}};
  for (const Record& record : records) {
    table.ids.push_back(record.id);
    table.places.push_back({0, record.line});
    labels.values.push_back(evaluate::label_text(record));
  }
  table.texts.push_back(std::move(labels));
  for (const Outcome& outcome : outcomes)
    table.scores.push_back(evaluate::column_of(outcome.name, outcome.results));
  return table;
}

bool has_labels(const evaluate::ScoreTable& table) {
  for (const auto& label : table.texts[0].values) {
    if (label) return true;
  }
  return false;
}

// Each variant against the first.
std::vector<evaluate::RobustnessRow> rows_of(std::span<const Outcome> outcomes,
                                             const AblateCommand& command) {
  std::vector<evaluate::RobustnessRow> rows;
  std::vector<std::size_t> same;
  for (std::size_t i = 0; i < outcomes[0].results.size(); ++i) same.push_back(i);
  for (const Outcome& outcome : outcomes) {
    const bool is_first = &outcome == &outcomes[0];
    rows.push_back(robustness_row(is_first ? "original" : outcome.name, outcomes[0].results,
                                  outcome.results, same, command.cut, command.classify.bootstrap));
    rows.back().variant = outcome.name;
  }
  return rows;
}

Json json_of(const Outcome& outcome, const evaluate::RobustnessRow& row) {
  Json object = {{"variant", outcome.name}, {"metric", outcome.metric}, {"models", outcome.models}};
  add_measured(object, row);
  object["questions"] = json_or_null(row.questions);
  object["unanswered"] = json_or_null(row.unanswered);
  object["seconds"] = outcome.seconds;
  return object;
}

std::string text_of(std::span<const Outcome> outcomes,
                    std::span<const evaluate::RobustnessRow> rows, const AblateCommand& command) {
  constexpr auto kRight = Column::Align::kRight;
  Table table({{"variant"},
               {"metric"},
               {"n", kRight},
               {"measured", kRight},
               {"mean", kRight},
               {"difference", kRight},
               {"time", kRight}});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    table.add_row({rows[i].variant, rows[i].metric, format_count(rows[i].n),
                   format_count(rows[i].n_measured), estimate_cell(rows[i].mean),
                   estimate_cell(rows[i].difference), format_duration(outcomes[i].seconds)});
  }
  return interval_note(command.classify.bootstrap) + "\n" +
         table.to_string(Style::for_stream(stdout));
}

Result<std::optional<evaluate::ClassifyReport>> judge(const evaluate::ScoreTable& table,
                                                      const AblateCommand& command) {
  if (!has_labels(table)) return std::optional<evaluate::ClassifyReport>();
  const auto labels = evaluate::read_labels(table, "label", command.words);
  if (!labels) return tl::unexpected(labels.error());
  auto report = evaluate::classify(table, *labels, command.classify);
  if (!report) return tl::unexpected(report.error());
  return std::optional(*std::move(report));
}

ExitCode ablate(AblateCommand command) {
  const std::string& input = command.experiment.input.input;
  if (auto good = evaluate::check_bootstrap(command.classify.bootstrap); !good)
    return fail_command(good.error());
  const auto fill = fill_of(command.missing);
  if (!fill) return fail_command(fill.error());
  command.classify.fill = *fill;
  command.classify.threshold = command.cut;
  const auto variants = variants_of(command);
  if (!variants) return fail_command(variants.error());
  auto experiment = Experiment::open(command.experiment);
  if (!experiment) return fail_with_input(experiment.error(), input);
  // Labels that cannot be read are told before hours of work.
  if (const auto judged = judge(table_of(experiment->records(), {}, input), command); !judged)
    return fail_with_input(judged.error(), input);
  std::vector<Outcome> outcomes;
  for (const Variant& variant : *variants) {
    auto outcome = run_variant(variant, *experiment);
    if (!outcome) return fail_with_input(outcome.error(), input);
    outcomes.push_back(*std::move(outcome));
  }
  const auto rows = rows_of(outcomes, command);
  const auto report = judge(table_of(experiment->records(), outcomes, input), command);
  if (!report) return fail_with_input(report.error(), input);
  if (*report) {
    for (const std::string& warning : (*report)->warnings) print_warning(warning);
  }
  if (command.json) {
    Json list = Json::array();
    for (std::size_t i = 0; i < rows.size(); ++i) list.push_back(json_of(outcomes[i], rows[i]));
    print(json_text({{"schema", "assay.ablate/1"},
                     {"n_records", experiment->records().size()},
                     {"variants", list},
                     {"classify", *report ? classify_json(**report, command.classify) : Json()}}));
  } else {
    print(text_of(outcomes, rows, command));
    if (*report) print("\n" + classify_text(**report, command.classify, Style::for_stream(stdout)));
  }
  return finish_output();
}

}  // namespace

void add_evaluate_ablate_command(Commands& commands, CLI::App& group) {
  auto command = std::make_shared<AblateCommand>();
  CLI::App* app = commands.add_to(
      &group,
      {"ablate", "One metric with parts of it exchanged: generator, QA, NLI, options", kExamples},
      [command] { return ablate(*command); });
  add_experiment_options(*app, command->experiment);
  app->add_option("--variant", command->variants,
                  "a name, and the options that differ: \"NAME: OPTIONS\"; may "
                  "be repeated")
      ->type_name("VARIANT")
      ->allow_extra_args(false);
  add_label_word_options(*app, command->words);
  add_real_option(*app, "--cut", command->cut,
                  "grounded is what scores more (default: as for classify)");
  add_missing_option(*app, command->missing);
  add_bootstrap_options(*app, command->classify.bootstrap,
                        /*with_threads=*/false);
  app->add_flag("--json", command->json, "print JSON instead of tables");
}

}  // namespace assay::cli
