#include "engine/metric_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "metrics/ensemble/ensemble_metric.h"
#include "metrics/registry.h"

namespace assay::engine {
namespace {

Result<std::vector<Need>> needs_of_all(std::span<const std::string> names, Resources& resources) {
  std::vector<Need> all;
  for (const std::string& name : names) {
    const auto needs = needs_of(name, resources);
    if (!needs) return tl::unexpected(needs.error());
    for (const Need need : *needs) {
      if (std::find(all.begin(), all.end(), need) == all.end()) all.push_back(need);
    }
  }
  return all;
}

}  // namespace

Result<MetricSet> MetricSet::make(std::span<const std::string> names, const MetricOptions& options,
                                  Resources& resources) {
  if (names.empty()) return fail(ErrorCode::kInvalidOption, "no metric is named");
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (std::find(names.begin(), name, *name) == name) continue;
    return fail(ErrorCode::kInvalidOption, fmt::format("the metric `{}` is named twice", *name));
  }
  const auto needs = needs_of_all(names, resources);
  if (!needs) return tl::unexpected(needs.error());
  if (auto loaded = resources.preload(*needs); !loaded) return tl::unexpected(loaded.error());
  MetricSet set;
  for (const std::string& name : names) {
    auto metric = make_metric(name, options, resources);
    if (!metric) return tl::unexpected(metric.error());
    set.metrics_.push_back(std::move(*metric));
  }
  ensemble::share_components(set.metrics_);
  for (const auto& metric : set.metrics_) set.pointers_.push_back(metric.get());
  return set;
}

}  // namespace assay::engine
