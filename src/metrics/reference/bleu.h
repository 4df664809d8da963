#pragma once
// `bleu`: sacrebleu's BLEU of the response against one reference or several: an n-gram counts as
// often as the one that has it most has it, and the length is the nearest one's
// (docs/metrics/bleu.md).

#include <memory>

#include "assay/metric.h"

namespace assay::reference {

// Options out of range are an error that names the option.
Result<std::unique_ptr<Metric>> make_bleu(const MetricOptions& options, int threads);

}  // namespace assay::reference
