#pragma once
// The scores that a metric has of all records as one text (Metric::corpus_scores), known before
// anything runs: what a gate may ask for. Free, and callable from any thread.

#include <string_view>
#include <vector>

#include "assay/metric.h"

namespace assay {

// The score of the metric's own name comes first. Empty where the mean over the records is all
// there is, and for an unknown name.
std::vector<ScoreInfo> list_corpus_scores(std::string_view metric);

}  // namespace assay
