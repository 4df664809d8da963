#pragma once
// From the numbers that a model gives for its next token to log-probabilities.

#include <span>
#include <vector>

namespace assay::llm {

// log(sum(exp(logits))): what is taken from a logit gives its log-probability.
double log_normalizer(std::span<const float> logits);

std::vector<double> log_probabilities(std::span<const float> logits);

}  // namespace assay::llm
