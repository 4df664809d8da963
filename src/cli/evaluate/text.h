#pragma once
// What the commands of `assay evaluate` print the same way as text.

#include <optional>
#include <string>

#include "assay/estimate.h"

namespace assay::cli {

std::string number_cell(const std::optional<double>& value);  // "0.773" or "-"
std::string p_cell(const std::optional<double>& p);           // "0.0312", "<0.0001" or "-"

// "0.773 [0.742, 0.801]", without what is not there.
std::string estimate_cell(const evaluate::Estimate& estimate);

// The estimate of that name; an empty one when there is none.
evaluate::Estimate find_estimate(const evaluate::NamedEstimates& estimates,
                                 const std::string& name);

// "q2", "q2 (scored only)" or "q2 (missing as 0)".
std::string metric_cell(const std::string& metric, const std::string& missing,
                        const std::optional<double>& fill);

// "Brackets: 95 % intervals of 1,000 bootstrap rounds, seed 1." and a line break; "" without
// rounds.
std::string interval_note(const evaluate::BootstrapOptions& options);

}  // namespace assay::cli
