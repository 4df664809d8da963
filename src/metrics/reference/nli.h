#pragma once
// `nli`: end-to-end NLI of the whole response against the knowledge (docs/metrics/nli.md).

#include <memory>

#include "assay/metric.h"

namespace assay::reference {

// `model` must outlive the metric.
std::unique_ptr<Metric> make_nli(const NliModel& model, const MetricOptions& options);

}  // namespace assay::reference
