#pragma once
// Results that cannot be written: numbers that are not finite, texts that are not UTF-8, a status
// that contradicts the score.

#include <optional>
#include <string>

#include "assay/result.h"

namespace assay::engine {

// What is wrong; absent when the result can be written.
std::optional<std::string> find_problem(const RecordResult& result);

// A result with nothing but the status kFailed and the problem as a bug of the metric.
RecordResult failed_result(std::string problem);

// Puts a failed result in the place of one that cannot be written.
void replace_if_unwritable(RecordResult& result);

}  // namespace assay::engine
