#pragma once
// What the commands of `assay evaluate` print the same way as JSON.

#include <optional>

#include "assay/estimate.h"
#include "assay/experiment.h"
#include "cli/json_text.h"

namespace assay::cli {

// The number, or null.
template <typename Number>
Json json_or_null(const std::optional<Number>& value) {
  return value ? Json(*value) : Json();
}

// {"value", "low", "high"}.
Json json_of(const evaluate::Estimate& estimate);

// {"rounds", "seed", "confidence"}.
Json json_of(const evaluate::BootstrapOptions& options);

// What a row of an experiment counted, and its means, behind what `object` holds.
void add_measured(Json& object, const evaluate::RobustnessRow& row);

// An object of estimates by name.
Json json_of(const evaluate::NamedEstimates& estimates);

}  // namespace assay::cli
