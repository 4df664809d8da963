#pragma once
// What the list of metrics knows of them before they are made.

#include <string_view>
#include <vector>

#include "assay/metric.h"

namespace assay {

// What must be loaded for a metric: as MetricInfo::needs, but of `ensemble` what the file says that
// `resources` serves. No needs for an unknown name, which make_metric reports.
Result<std::vector<Need>> needs_of(std::string_view name, Resources& resources);

}  // namespace assay
