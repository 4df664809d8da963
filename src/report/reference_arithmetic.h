#pragma once
// How the scores of metrics that compare the response with another text follow from their results.

#include <string>

#include "assay/result.h"

namespace assay::report {

// Of a measured result of bleu, rouge or meteor; empty for other metrics.
std::string reference_arithmetic(const RecordResult& result);

}  // namespace assay::report
