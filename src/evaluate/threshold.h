#pragma once
// Where to cut scores in two.

#include <cstddef>
#include <optional>
#include <vector>

#include "assay/classify.h"
#include "evaluate/confusion.h"
#include "evaluate/groups.h"
#include "evaluate/ranked_sample.h"

namespace assay::evaluate {

std::optional<double> criterion_value(Criterion criterion, const Confusion& confusion);

// The threshold with the greatest value: half-way between two neighbouring scores, below all or at
// the highest. Of several that are as good, the one in the middle. Absent when none has a value.
std::optional<double> best_threshold(const RankedSample& sample, const std::vector<double>& weights,
                                     Criterion criterion);

// What thresholds do on items that they were not chosen on.
struct CrossValidated {
  std::vector<double> thresholds;   // of the folds
  std::vector<bool> said_positive;  // of each item, by the threshold of the other folds
};

// Absent when some fold leaves no threshold to choose: one class only, fewer groups than folds.
std::optional<CrossValidated> cross_validate_threshold(const std::vector<double>& scores,
                                                       const std::vector<bool>& positive,
                                                       const std::vector<std::size_t>& fold_of_item,
                                                       std::size_t folds, Criterion criterion);

}  // namespace assay::evaluate
