#pragma once
// `bertscore`: BERTScore of the response against a reference; of several the largest F1, the
// largest precision and the largest recall, each by itself (docs/metrics/bertscore.md).

#include <memory>

#include "assay/metric.h"
#include "assay/token_embedder.h"

namespace assay::reference {

// Reads the files that the options name. `embedder` must outlive the metric. `threads`: records are
// spread over them.
Result<std::unique_ptr<Metric>> make_bertscore(const TokenEmbedder& embedder,
                                               const MetricOptions& options, int threads);

}  // namespace assay::reference
