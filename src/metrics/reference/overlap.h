#pragma once
// `overlap`: the F1 of the content words that response and knowledge share
// (docs/metrics/overlap.md).

#include <memory>
#include <string>
#include <vector>

#include "assay/metric.h"

namespace assay::reference {

struct OverlapScore {
  double f1 = 0;
  double precision = 0;  // share of the response's words that the knowledge holds
  double recall = 0;     // share of the knowledge's words that the response holds
};

// Of two multisets of words; all zero when nothing is shared. The order of the words is lost.
OverlapScore overlap_of(std::vector<std::string> knowledge, std::vector<std::string> response);

// `linguistics` must outlive the metric. `threads`: records are spread over them.
std::unique_ptr<Metric> make_overlap(const nlp::Pipeline& linguistics, int threads);

}  // namespace assay::reference
