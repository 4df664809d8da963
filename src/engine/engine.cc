#include "assay/engine.h"

#include "assay/plan.h"
#include "engine/metric_set.h"
#include "engine/plan.h"
#include "engine/run.h"

namespace assay {

Result<RunSummary> score_file(const ScoreOptions& options, Resources& resources,
                              const ProgressCallback& progress) {
  if (const auto good = check_run(options); !good) return tl::unexpected(good.error());
  auto metrics = engine::MetricSet::make(options.metrics, options.metric_options, resources);
  if (!metrics) return tl::unexpected(metrics.error());
  const auto identity = engine::make_identity(metrics->get(), resources.loaded());
  return engine::run_metrics(options, metrics->get(), identity, progress);
}

Result<std::string> run_fingerprint(const ScoreOptions& options, Resources& resources) {
  auto metrics = engine::MetricSet::make(options.metrics, options.metric_options, resources);
  if (!metrics) return tl::unexpected(metrics.error());
  return engine::make_identity(metrics->get(), resources.loaded()).fingerprint;
}

Result<RunPlan> plan_run(const PlanOptions& options, Resources& resources) {
  if (const auto can = engine::check_rereadable(engine::record_source(options.score)); !can) {
    return tl::unexpected(can.error());
  }
  auto metrics =
      engine::MetricSet::make(options.score.metrics, options.score.metric_options, resources);
  if (!metrics) return tl::unexpected(metrics.error());
  return engine::plan_metrics(options, metrics->get(), [&] { return resources.loaded(); });
}

}  // namespace assay
