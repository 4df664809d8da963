#pragma once
// `nli-sentences`: NLI of every sentence of the response against every sentence of the knowledge
// (docs/metrics/nli_sentences.md).

#include <memory>

#include "assay/metric.h"

namespace assay::reference {

// Both must outlive the metric. `threads`: texts are spread over them to find their sentences.
std::unique_ptr<Metric> make_nli_sentences(const nlp::Pipeline& linguistics, const NliModel& model,
                                           const MetricOptions& options, int threads);

}  // namespace assay::reference
