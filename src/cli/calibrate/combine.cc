// `assay calibrate combine`: several scores as one, fitted on labels.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "assay/combine.h"
#include "base/format.h"
#include "cli/calibrate/commands.h"
#include "cli/command_line/option_kinds.h"
#include "cli/evaluate/table_selection.h"
#include "cli/evaluate/text.h"
#include "cli/new_file.h"
#include "cli/terminal/output.h"
#include "cli/terminal/table.h"
#include "evaluate/option_limits.h"

namespace assay::cli {
namespace {

using evaluate::FittedEnsemble;

constexpr char kExamples[] =
    "assay calibrate combine dev.scores.jsonl -s q2,nli-sentences,overlap -o my.ensemble.json\n"
    "assay calibrate combine dev.scores.jsonl -s q2,bleu --against knowledge --group dialogue -o "
    "my.ensemble.json";

constexpr auto kRight = Column::Align::kRight;

struct CombineCommand {
  TableSelection table;
  std::string against;
  evaluate::CombineOptions options;
  std::string output;
  bool overwrite = false;
  bool json = false;
};

std::string terms_table(const Ensemble& ensemble, const Style& style) {
  Table table({{"score"}, {"mean", kRight}, {"scale", kRight}, {"weight", kRight}});
  for (const EnsembleTerm& term : ensemble.terms)
    table.add_row({term.score, fmt::format("{:.4g}", term.mean), fmt::format("{:.4g}", term.scale),
                   fmt::format("{:.4f}", term.weight)});
  return table.to_string(style);
}

std::string judge_cell(const std::string& name) {
  if (name == "mean") return "mean of the standardised scores";
  return name == "ensemble" ? "ensemble, held out" : name;
}

std::string areas_table(const FittedEnsemble& fitted, const Style& style) {
  Table table({{"judge"}, {"ROC AUC", kRight}});
  for (const auto& [name, estimate] : fitted.roc_auc)
    table.add_row({judge_cell(name), estimate_cell(estimate)});
  return table.to_string(style);
}

std::string text_of(const FittedEnsemble& fitted, const CombineCommand& command) {
  const Ensemble& ensemble = fitted.ensemble;
  const Style style = Style::for_stream(stdout);
  return fmt::format(
      "probability = 1 / (1 + exp(-logit)), logit = {:.4f} + sum of weight * (score - mean) / "
      "scale:\n{}\nFitted on {}, {} of them grounded; {} without all scores left out.\n{}By "
      "{}-fold cross-validation (every item judged by an ensemble that was fitted without it):\n"
      "{}ensemble less {}, the best of them: {}; DeLong p {}\n\nensemble: {}\n",
      ensemble.intercept, terms_table(ensemble, style), plural(ensemble.n, "item"),
      format_count(ensemble.n_grounded), format_count(ensemble.n_missing),
      interval_note(command.options.bootstrap), ensemble.folds, areas_table(fitted, style),
      fitted.best, estimate_cell(fitted.difference), p_cell(fitted.delong_p), command.output);
}

evaluate::CombineOptions options_of(const CombineCommand& command) {
  evaluate::CombineOptions options = command.options;
  if (command.against == "reference") options.against = Against::kReference;
  if (command.against == "knowledge") options.against = Against::kKnowledge;
  return options;
}

ExitCode combine(const CombineCommand& command) {
  const evaluate::CombineOptions options = options_of(command);
  if (auto good = evaluate::check_bootstrap(options.bootstrap); !good)
    return fail_command(good.error());
  const NewFile output{command.output, command.overwrite, files_of(command.table)};
  if (auto good = check_new_file(output); !good) return fail_command(good.error());
  const auto table = read_labelled_table(command.table, {options.group});
  if (!table) return fail_with_table(table.error(), command.table);
  const auto fitted = evaluate::fit_ensemble(table->scores, table->labels, options);
  if (!fitted) return fail_with_table(fitted.error(), command.table);
  if (auto good = write_new_file(output, to_json(fitted->ensemble)); !good)
    return fail_command(good.error());
  if (command.output == "-") return finish_output();
  print(command.json ? to_json(*fitted, options) : text_of(*fitted, command));
  return finish_output();
}

}  // namespace

void add_combine_command(Commands& commands, CLI::App& group) {
  auto command = std::make_shared<CombineCommand>();
  CLI::App* app = commands.add_to(
      &group, {"combine", "Fit one score from several: weights of the metric ensemble", kExamples},
      [command] { return combine(*command); });
  add_table_options(*app, command->table);
  add_label_options(*app, command->table);
  add_file_option(*app, "-o,--output", command->output,
                  "file for the ensemble; - for standard output")
      ->required();
  app->add_flag("--overwrite", command->overwrite, "replace the file");
  add_choice_option(*app, "--against", command->against, {"reference", "knowledge"},
                    "what bleu, rouge, meteor, bertscore and embedding were compared with; must be "
                    "said where one of them is combined");
  add_count_option(*app, "--folds", command->options.folds, 2,
                   "folds of the cross-validation that is reported", evaluate::kMostFolds)
      ->capture_default_str();
  app->add_option("--group", command->options.group,
                  "column of what belongs together, such as the dialogue: left out whole")
      ->type_name("COLUMN");
  add_bootstrap_options(*app, command->options.bootstrap);
  app->add_flag("--json", command->json, "print JSON instead of tables");
}

}  // namespace assay::cli
