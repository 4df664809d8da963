#pragma once
// `meteor`: METEOR as NLTK computes it (docs/metrics/meteor.md).

#include <memory>

#include "assay/metric.h"
#include "nlp/wordnet.h"

namespace assay::reference {

// `wordnet` must outlive the metric.
std::unique_ptr<Metric> make_meteor(const nlp::WordNet& wordnet, const MetricOptions& options,
                                    int threads);

}  // namespace assay::reference
