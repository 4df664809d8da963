#include "engine/metric_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace assay::engine {
namespace {

// The needs of all known names among `names`; make_metric reports the unknown ones.
std::vector<Need> needs_of(std::span<const std::string> names) {
  std::vector<Need> needs;
  for (const MetricInfo& info : list_metrics()) {
    if (std::find(names.begin(), names.end(), info.name) == names.end()) continue;
    for (const Need need : info.needs) {
      if (std::find(needs.begin(), needs.end(), need) == needs.end()) needs.push_back(need);
    }
  }
  return needs;
}

}  // namespace

Result<MetricSet> MetricSet::make(std::span<const std::string> names, const MetricOptions& options,
                                  Resources& resources) {
  if (names.empty()) return fail(ErrorCode::kInvalidOption, "no metric is named");
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (std::find(names.begin(), name, *name) == name) continue;
    return fail(ErrorCode::kInvalidOption, fmt::format("the metric `{}` is named twice", *name));
  }
  const std::vector<Need> needs = needs_of(names);
  if (auto loaded = resources.preload(needs); !loaded) return tl::unexpected(loaded.error());
  MetricSet set;
  for (const std::string& name : names) {
    auto metric = make_metric(name, options, resources);
    if (!metric) return tl::unexpected(metric.error());
    set.pointers_.push_back(metric->get());
    set.metrics_.push_back(std::move(*metric));
  }
  return set;
}

}  // namespace assay::engine
