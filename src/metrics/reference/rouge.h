#pragma once
// `rouge`: rouge-score's ROUGE-1, -2, -L and -Lsum (docs/metrics/rouge.md).

#include <memory>

#include "assay/metric.h"

namespace assay::reference {

std::unique_ptr<Metric> make_rouge(const MetricOptions& options, int threads);

}  // namespace assay::reference
