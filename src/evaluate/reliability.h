#pragma once
// Whether scores can be read as probabilities.

#include <cstddef>
#include <optional>
#include <vector>

#include "evaluate/ranked_sample.h"

namespace assay::evaluate {

struct ReliabilityBin {
  double low = 0;  // scores above it (the first bin: from it)
  double high = 0;
  double weight = 0;      // items in the bin
  double mean_score = 0;  // 0 in an empty bin
  double positive = 0;    // weight of the positive items
};

// Bins of equal width from 0 to 1; absent when a score lies outside.
std::optional<std::vector<ReliabilityBin>> reliability_bins(const RankedSample& sample,
                                                            const std::vector<double>& weights,
                                                            std::size_t count);

// Mean distance of a bin's share of positive items from its mean score, weighted by its items.
// Absent without items.
std::optional<double> expected_calibration_error(const std::vector<ReliabilityBin>& bins);

// Mean squared distance of score and label (1 or 0). Absent without items, and when a score lies
// outside 0 to 1.
std::optional<double> brier_score(const RankedSample& sample, const std::vector<double>& weights);

}  // namespace assay::evaluate
