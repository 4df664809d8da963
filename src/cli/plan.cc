// `assay plan`.

#include "assay/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/format.h"
#include "cli/command_line/option_kinds.h"
#include "cli/commands.h"
#include "cli/json_text.h"
#include "cli/metric_selection.h"
#include "cli/model_selection.h"
#include "cli/terminal/output.h"
#include "cli/terminal/table.h"

namespace assay::cli {
namespace {

constexpr char kExamples[] =
    "assay plan --metric q2 dialogues.jsonl\n"
    "assay plan -m q2,overlap answers.csv --field response=model_answer "
    "--field knowledge=source_text --sample 100 --json";

constexpr std::uint64_t kMostSampled = 1'000'000;  // they are held in memory

constexpr auto kRight = Column::Align::kRight;

struct PlanCommand {
  MetricSelection metric;
  InputSelection input;
  ModelSelection models;
  PlanOptions plan;
  bool json = false;
};

std::string rounded(double count) {
  return format_count(static_cast<std::uint64_t>(std::llround(count)));
}

std::string metric_table(const RunPlan& plan, const Style& style) {
  Table table({{"metric"}, {"time", kRight}, {"needs"}});
  for (const MetricPlan& metric : plan.metrics) {
    std::string needs;
    for (const Need need : metric.needs)
      needs += fmt::format("{}{}", needs.empty() ? "" : ", ", to_string(need));
    table.add_row({metric.metric, format_duration(metric.seconds), needs});
  }
  return table.to_string(style);
}

std::string model_table(const RunPlan& plan, const Style& style) {
  Table table({{"model"},
               {"inputs", kRight},
               {"rows", kRight},
               {"tokens", kRight},
               {"time", kRight},
               {"loading", kRight}});
  for (const ModelPlan& model : plan.models) {
    const std::string loading = format_duration(model.load_seconds);
    if (!computes_rows(model.need)) {  // its work is counted in the metrics that use it
      table.add_row({to_string(model.need), "–", "–", "–", "–", loading});
      continue;
    }
    table.add_row({to_string(model.need), rounded(model.inputs), rounded(model.rows),
                   rounded(model.tokens), format_duration(model.seconds), loading});
  }
  return table.to_string(style);
}

// Only what a metric misses is told.
std::string lacking(const RunPlan& plan, Need need, std::uint64_t records) {
  const bool is_needed =
      std::any_of(plan.metrics.begin(), plan.metrics.end(), [&](const auto& metric) {
        return std::find(metric.needs.begin(), metric.needs.end(), need) != metric.needs.end();
      });
  if (!is_needed || records == 0) return {};
  return fmt::format(", {} without {}", format_count(records), to_string(need));
}

std::string text_of(const RunPlan& plan, const Style& style) {
  std::string text = fmt::format("{}, {} of text", plural(plan.n_records, "record"),
                                 format_bytes(plan.text_bytes));
  if (plan.n_bad > 0) text += fmt::format(", {} would fail", format_count(plan.n_bad));
  text += lacking(plan, Need::kKnowledge, plan.n_without_knowledge);
  text += lacking(plan, Need::kReference, plan.n_without_reference);
  text += fmt::format("\nabout {} after loading, from {} scored in {}\n\n",
                      format_duration(plan.seconds), plural(plan.n_sampled, "record"),
                      format_duration(plan.sample_seconds));
  return text + metric_table(plan, style) + "\n" + model_table(plan, style);
}

Json json_of(const MetricPlan& metric) {
  Json json = {{"metric", metric.metric}, {"needs", Json::array()}, {"seconds", metric.seconds}};
  for (const Need need : metric.needs) json["needs"].push_back(to_string(need));
  return json;
}

Json json_of(const ModelPlan& model) {
  Json json = {{"need", to_string(model.need)},
               {"fingerprint", model.fingerprint},
               {"load_seconds", model.load_seconds}};
  if (!computes_rows(model.need)) return json;
  json.update({{"inputs", model.inputs},
               {"rows", model.rows},
               {"tokens", model.tokens},
               {"seconds", model.seconds}});
  return json;
}

Json json_of(const RunPlan& plan) {
  Json json = {{"schema", "assay.plan/1"},
               {"n_records", plan.n_records},
               {"n_bad", plan.n_bad},
               {"n_without_knowledge", plan.n_without_knowledge},
               {"n_without_reference", plan.n_without_reference},
               {"text_bytes", plan.text_bytes},
               {"n_sampled", plan.n_sampled},
               {"sample_seconds", plan.sample_seconds},
               {"seconds", plan.seconds},
               {"metrics", Json::array()},
               {"models", Json::array()},
               {"errors", Json::array()},
               {"fingerprint", plan.fingerprint}};
  for (const MetricPlan& metric : plan.metrics) json["metrics"].push_back(json_of(metric));
  for (const ModelPlan& model : plan.models) json["models"].push_back(json_of(model));
  for (const Error& error : plan.first_errors) json["errors"].push_back(error.to_string());
  return json;
}

ExitCode plan(const PlanCommand& command) {
  PlanOptions options = command.plan;
  if (const auto chosen = chosen_metrics(command.metric); !chosen)
    return fail_command(chosen.error());
  if (const auto set = set_input(command.input, options.score); !set)
    return fail_command(set.error());
  options.score.metrics = command.metric.metrics;
  options.score.metric_options = metric_options_of(command.metric);
  const auto loaded = open_selection(command.models);
  if (!loaded) return fail_command(loaded.error());
  const auto planned = plan_run(options, *loaded->resources);
  if (!planned) return fail_with_input(planned.error(), options.score.input);

  print(command.json ? json_text(json_of(*planned)) : text_of(*planned, Style::for_stream(stdout)));
  print_errors(planned->first_errors);
  return finish_output();
}

}  // namespace

void add_plan_command(Commands& commands) {
  auto command = std::make_shared<PlanCommand>();
  CLI::App* app = commands.add({"plan", "Say what a run would take, without running it", kExamples},
                               [command] { return plan(*command); });
  add_input_options(*app, command->input, "JSONL, CSV or TSV file; it is read twice, so not -");
  add_metric_options(*app, command->metric);
  add_model_options(*app, command->models);
  add_count_option(*app, "--sample", command->plan.sample, 1, "records scored for the estimate",
                   kMostSampled)
      ->capture_default_str();
  app->add_flag("--json", command->json, "print JSON instead of tables");
}

}  // namespace assay::cli
