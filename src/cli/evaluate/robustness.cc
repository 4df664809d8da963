// `assay evaluate robustness`.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>

#include "assay/experiment.h"
#include "base/format.h"
#include "cli/command_line/option_kinds.h"
#include "cli/evaluate/commands.h"
#include "cli/evaluate/experiment_setup.h"
#include "cli/evaluate/json.h"
#include "cli/evaluate/table_selection.h"
#include "cli/evaluate/text.h"
#include "cli/terminal/output.h"
#include "cli/terminal/table.h"

namespace assay::cli {
namespace {

using evaluate::Perturbation;
using evaluate::RobustnessRow;

constexpr char kExamples[] =
    "assay evaluate robustness -m overlap dialogues.jsonl\n"
    "assay evaluate robustness -m q2 wow.jsonl --dialogue dialogue --json";

struct RobustnessCommand {
  ExperimentSelection experiment;
  std::vector<std::string> variants;
  evaluate::PerturbOptions perturb;
  std::optional<double> cut;  // absent: the usual one of each metric
  evaluate::BootstrapOptions bootstrap;
  bool json = false;
};

// One variant of the records, made once for all metrics.
struct Variant {
  std::string name;
  std::vector<Record> records;
  std::vector<std::size_t> original_of;
};

// Without --variant, what the records allow; a variant that was asked for must be possible.
Result<std::vector<Variant>> variants_of(const RobustnessCommand& command,
                                         std::span<const Record> records) {
  std::vector<Variant> variants(1);
  variants[0].name = "original";
  variants[0].records.assign(records.begin(), records.end());
  variants[0].original_of.resize(records.size());
  std::iota(variants[0].original_of.begin(), variants[0].original_of.end(), std::size_t{0});
  for (const Perturbation perturbation : evaluate::all_perturbations()) {
    const std::string name = to_string(perturbation);
    const auto& wanted = command.variants;
    const bool is_named = std::find(wanted.begin(), wanted.end(), name) != wanted.end();
    if (!wanted.empty() && !is_named) continue;
    auto perturbed = evaluate::perturb(records, perturbation, command.perturb);
    if (!perturbed && is_named) return tl::unexpected(perturbed.error());
    if (!perturbed) {
      print_warning(fmt::format("{} is left out: {}; {}", name, perturbed.error().message,
                                perturbed.error().hint));
      continue;
    }
    Variant variant{.name = name, .records = {}, .original_of = {}};
    for (evaluate::PerturbedRecord& changed : *perturbed) {
      variant.original_of.push_back(changed.original);
      variant.records.push_back(std::move(changed.record));
    }
    variants.push_back(std::move(variant));
  }
  return variants;
}

Result<std::vector<RobustnessRow>> rows_of(const RobustnessCommand& command, Experiment& experiment,
                                           std::span<const Variant> variants) {
  std::vector<RobustnessRow> rows;
  const auto metrics = experiment.metrics();
  if (!metrics) return tl::unexpected(metrics.error());
  for (Metric* metric : *metrics) {
    std::vector<RecordResult> originals;
    for (const Variant& variant : variants) {
      auto results = experiment.run(*metric, variant.records,
                                    fmt::format("{}, {}", metric->name(), variant.name));
      if (!results) return tl::unexpected(results.error());
      if (originals.empty()) originals = *results;
      rows.push_back(robustness_row(variant.name, originals, *results, variant.original_of,
                                    command.cut, command.bootstrap));
    }
  }
  return rows;
}

Json json_of(const RobustnessRow& row) {
  Json object = {{"metric", row.metric}, {"variant", row.variant}};
  add_measured(object, row);
  object["separation"] = cli::json_of(row.separation);
  object["questions"] = json_or_null(row.questions);
  object["unanswered"] = json_or_null(row.unanswered);
  return object;
}

std::string share_cell(const std::optional<std::int64_t>& part,
                       const std::optional<std::int64_t>& whole) {
  if (!part || !whole || *whole == 0) return "-";
  return format_percent(static_cast<double>(*part) / static_cast<double>(*whole));
}

std::string above_cell(const RobustnessRow& row) {
  if (row.n_measured == 0) return "-";
  const auto share = static_cast<double>(row.n_above) / static_cast<double>(row.n_measured);
  return fmt::format("{} > {:g}", format_percent(share), row.threshold);
}

std::string text_of(const RobustnessCommand& command, std::span<const RobustnessRow> rows) {
  constexpr auto kRight = Column::Align::kRight;
  Table table({{"metric"},
               {"variant"},
               {"n", kRight},
               {"measured", kRight},
               {"mean", kRight},
               {"difference", kRight},
               {"separation", kRight},
               {"above", kRight},
               {"unanswerable", kRight}});
  for (const RobustnessRow& row : rows) {
    table.add_row({row.metric, row.variant, format_count(row.n), format_count(row.n_measured),
                   estimate_cell(row.mean), estimate_cell(row.difference),
                   estimate_cell(row.separation), above_cell(row),
                   share_cell(row.unanswered, row.questions)});
  }
  return interval_note(command.bootstrap) +
         "Separation: how often an original scores more than a changed record "
         "(0.5: the metric "
         "sees no difference).\n\n" +
         table.to_string(Style::for_stream(stdout));
}

ExitCode try_out(const RobustnessCommand& command) {
  if (auto good = evaluate::check_bootstrap(command.bootstrap); !good)
    return fail_command(good.error());
  auto experiment = Experiment::open(command.experiment);
  if (!experiment) return fail_with_input(experiment.error(), command.experiment.input.input);
  const auto variants = variants_of(command, experiment->records());
  if (!variants) return fail_command(variants.error());
  const auto rows = rows_of(command, *experiment, *variants);
  if (!rows) return fail_with_input(rows.error(), command.experiment.input.input);
  if (command.json) {
    Json list = Json::array();
    for (const RobustnessRow& row : *rows) list.push_back(json_of(row));
    print(json_text({{"schema", "assay.robustness/1"},
                     {"n_records", experiment->records().size()},
                     {"seed", command.perturb.seed},
                     {"bootstrap", cli::json_of(command.bootstrap)},
                     {"rows", list}}));
  } else {
    print(text_of(command, *rows));
  }
  return finish_output();
}

}  // namespace

void add_evaluate_robustness_command(Commands& commands, CLI::App& group) {
  auto command = std::make_shared<RobustnessCommand>();
  CLI::App* app = commands.add_to(
      &group, {"robustness", "What metrics say of records that are wrong on purpose", kExamples},
      [command] {
        command->perturb.seed = command->bootstrap.seed;
        return try_out(*command);
      });
  add_experiment_options(*app, command->experiment);
  std::vector<std::string> names;
  for (const Perturbation perturbation : evaluate::all_perturbations())
    names.emplace_back(to_string(perturbation));
  app->add_option("--variant", command->variants,
                  "what is wrong: other_turn, other_dialogue, "
                  "shuffled_knowledge (the knowledge); "
                  "gold, other_response, corrupted_response (the response); "
                  "may be repeated "
                  "(default: all that the records allow)")
      ->type_name(fmt::format("{}", fmt::join(names, "|")))
      ->delimiter(',')
      ->check(CLI::IsMember(names).description(""))
      ->allow_extra_args(false);
  app->add_option("--dialogue", command->perturb.dialogue,
                  "column that the records of one dialogue share (default: "
                  "each is one of its own)")
      ->type_name("COLUMN");
  app->add_option("--gold", command->perturb.gold,
                  "column of the gold responses (default: the reference)")
      ->type_name("COLUMN");
  add_real_option(*app, "--cut", command->cut,
                  "count the scores above this (default: as for classify)");
  add_bootstrap_options(*app, command->bootstrap, /*with_threads=*/false);
  app->add_flag("--json", command->json, "print JSON instead of a table");
}

}  // namespace assay::cli
