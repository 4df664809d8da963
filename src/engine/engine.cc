#include "assay/engine.h"

#include <fmt/format.h>

#include <memory>
#include <set>
#include <utility>

#include "engine/errors.h"
#include "engine/metric_set.h"
#include "engine/run.h"

namespace assay {

Result<RunSummary> score_file(const ScoreOptions& options, Resources& resources,
                              const ProgressCallback& progress) {
  auto metrics = engine::MetricSet::make(options.metrics, options.metric_options, resources);
  if (!metrics) return tl::unexpected(metrics.error());
  const auto identity = engine::make_identity(metrics->get(), resources.loaded(), options.window);
  return engine::run_metrics(options, metrics->get(), identity, progress);
}

Result<std::string> run_fingerprint(const ScoreOptions& options, Resources& resources) {
  auto metrics = engine::MetricSet::make(options.metrics, options.metric_options, resources);
  if (!metrics) return tl::unexpected(metrics.error());
  return engine::make_identity(metrics->get(), resources.loaded(), options.window).fingerprint;
}

}  // namespace assay
