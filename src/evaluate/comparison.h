#pragma once
// Two metrics on the same items.

#include "assay/classify.h"
#include "evaluate/groups.h"

namespace assay::evaluate {

Comparison compare(const ScoreColumn& first, double first_threshold, const ScoreColumn& second,
                   double second_threshold, const Labels& labels, const Groups& groups,
                   const ClassifyOptions& options);

// Fills in the corrected p-values of all.
void correct_p_values(std::vector<Comparison>& comparisons);

}  // namespace assay::evaluate
