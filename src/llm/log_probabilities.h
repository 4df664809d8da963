#pragma once
// From the numbers that a model gives for its next token to log-probabilities.

#include <span>
#include <vector>

#include "assay/error.h"

namespace assay::llm {

// log(sum(exp(logits))): what is taken from a logit gives its log-probability. It is not finite
// where a logit is no number or infinite; then nothing can be chosen by them.
double log_normalizer(std::span<const float> logits);

std::vector<double> log_probabilities(std::span<const float> logits);

// What is said of such logits.
Error no_numbers();

}  // namespace assay::llm
