#pragma once
// Krippendorff's alpha: agreement of any number of raters, of whom each may leave items out.

#include <optional>
#include <vector>

#include "evaluate/coded_ratings.h"

namespace assay::evaluate {

// `weights` says how often each item counts. Absent where fewer than two different values are in
// items with at least two ratings.
std::optional<double> krippendorff_alpha(const CodedRatings& ratings, Level level,
                                         const std::vector<double>& weights);

}  // namespace assay::evaluate
