#pragma once
// Where a score is cut when nobody says where.

#include <optional>
#include <string>

namespace assay::evaluate {

// Half of the most that the metric's score `score` (empty: its own) can be; absent for what this
// build does not know.
std::optional<double> usual_threshold(const std::string& metric, const std::string& score = {});

}  // namespace assay::evaluate
