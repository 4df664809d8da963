#pragma once
// Numbers with their uncertainty as JSON, the same in all reports.

#include <optional>

#include "assay/estimate.h"
#include "base/json_text.h"

namespace assay::evaluate {

// The number, or null.
template <typename Number>
base::Json json_or_null(const std::optional<Number>& value) {
  return value ? base::Json(*value) : base::Json();
}

// {"value", "low", "high"}.
base::Json json_of(const Estimate& estimate);

// {"rounds", "seed", "confidence"}.
base::Json json_of(const BootstrapOptions& options);

// An object of estimates by name.
base::Json json_of(const NamedEstimates& estimates);

}  // namespace assay::evaluate
