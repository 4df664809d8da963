#include "llm/log_probabilities.h"

#include <algorithm>
#include <cmath>

namespace assay::llm {

double log_normalizer(std::span<const float> logits) {
  const float top = *std::max_element(logits.begin(), logits.end());
  // exp in single precision is exact enough, and ten times as fast, as long as the sum is not.
  double sum = 0;
  for (const float logit : logits) sum += static_cast<double>(std::exp(logit - top));
  return static_cast<double>(top) + std::log(sum);
}

std::vector<double> log_probabilities(std::span<const float> logits) {
  const double normalizer = log_normalizer(logits);
  std::vector<double> values;
  values.reserve(logits.size());
  for (const float logit : logits) values.push_back(static_cast<double>(logit) - normalizer);
  return values;
}

Error no_numbers() {
  Error error;
  error.code = ErrorCode::kCorrupt;
  error.message = "the model computes no finite numbers";
  error.hint = "its file or that of its adapter is damaged, or the adapter's scale is too large";
  return error;
}

}  // namespace assay::llm
