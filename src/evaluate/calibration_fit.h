#pragma once
// Fitting calibrators to scores with yes and no.

#include <optional>
#include <vector>

#include "assay/calibrate.h"

namespace assay::evaluate {

// Absent when there is nothing to learn from: one class only.
std::optional<Calibrator> fit(CalibrationMethod method, Criterion criterion,
                              const std::vector<double>& scores, const std::vector<bool>& positive);

}  // namespace assay::evaluate
