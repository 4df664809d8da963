#include "engine/plan.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/errors.h"
#include "engine/run.h"
#include "engine/run_identity.h"
#include "engine/sampler.h"

namespace assay::engine {
namespace {

bool is_needed(std::span<Metric* const> metrics, Need need) {
  return std::any_of(metrics.begin(), metrics.end(), [&](const Metric* metric) {
    const auto needs = metric->needs();
    return std::find(needs.begin(), needs.end(), need) != needs.end();
  });
}

// What a model did between two moments, times `scale`.
ModelPlan scaled(const ModelStats& before, const LoadedModel& model, double scale) {
  const auto grown = [&](std::uint64_t then, std::uint64_t now) {
    return static_cast<double>(now - then) * scale;
  };
  ModelPlan plan{
      .need = model.need, .fingerprint = model.fingerprint, .load_seconds = model.load_seconds};
  plan.inputs = grown(before.inputs, model.stats.inputs);
  plan.rows = grown(before.rows, model.stats.rows);
  plan.tokens = grown(before.tokens, model.stats.tokens);
  plan.seconds = (model.stats.seconds - before.seconds) * scale;
  return plan;
}

std::vector<ModelPlan> plan_models(std::span<Metric* const> metrics,
                                   std::span<const LoadedModel> before,
                                   std::span<const LoadedModel> after, double scale) {
  std::vector<ModelPlan> plans;
  for (const LoadedModel& model : after) {
    if (!is_needed(metrics, model.need)) continue;
    const auto then = std::find_if(before.begin(), before.end(), [&](const LoadedModel& other) {
      return other.need == model.need;
    });
    plans.push_back(scaled(then == before.end() ? ModelStats{} : then->stats, model, scale));
  }
  return plans;
}

Result<double> time_metric(Metric& metric, std::span<const Record> sample) {
  const auto start = std::chrono::steady_clock::now();
  if (const auto results = metric.score(sample); !results) return tl::unexpected(results.error());
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

RunPlan start_plan(const InputCensus& census) {
  RunPlan plan;
  plan.n_records = census.records;
  plan.n_bad = census.bad;
  plan.n_without_knowledge = census.without_knowledge;
  plan.n_without_reference = census.without_reference;
  plan.text_bytes = census.text_bytes;
  plan.first_errors = census.first_errors;
  return plan;
}

}  // namespace

Result<void> check_rereadable(const RecordSource& source) {
  if (!is_read_once(source.input)) return check_records(source);
  return fail_in_file(ErrorCode::kInvalidInput, source.input,
                      "only a file can be planned for: its records are read twice",
                      "write the records to a file first");
}

Result<RunPlan> plan_metrics(const PlanOptions& options, std::span<Metric* const> metrics,
                             const std::function<std::vector<LoadedModel>()>& loaded) {
  const RecordSource source = record_source(options.score);
  if (auto can = check_rereadable(source); !can) return tl::unexpected(can.error());
  const auto census = take_census(source);
  if (!census) return tl::unexpected(census.error());
  const auto sample = take_sample(source, census->records - census->bad, options.sample);
  if (!sample) return tl::unexpected(sample.error());

  RunPlan plan = start_plan(*census);
  plan.n_sampled = sample->size();
  std::uint64_t sampled_bytes = 0;
  for (const Record& record : *sample) sampled_bytes += text_bytes(record);
  const double scale = sampled_bytes == 0 ? 0
                                          : static_cast<double>(census->text_bytes) /
                                                static_cast<double>(sampled_bytes);
  const auto before = loaded();
  for (Metric* metric : metrics) {
    MetricPlan part{.metric = metric->name(), .needs = metric->needs()};
    if (!sample->empty()) {
      const auto seconds = time_metric(*metric, *sample);
      if (!seconds) return tl::unexpected(seconds.error());
      plan.sample_seconds += *seconds;
      part.seconds = *seconds * scale;
    }
    plan.seconds += part.seconds;
    plan.metrics.push_back(std::move(part));
  }
  const auto after = loaded();
  plan.models = plan_models(metrics, before, after, scale);
  plan.fingerprint = make_identity(metrics, after).fingerprint;
  return plan;
}

}  // namespace assay::engine
