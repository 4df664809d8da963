#pragma once
// `embedding`: cosine similarity of the sentence embeddings of the response and the text that it is
// compared with; of several references the most similar (docs/metrics/embedding.md).

#include <memory>

#include "assay/metric.h"

namespace assay::reference {

// `embedder` must outlive the metric.
std::unique_ptr<Metric> make_embedding(const Embedder& embedder, const MetricOptions& options);

}  // namespace assay::reference
