#include "model/length_batches.h"

#include <algorithm>
#include <numeric>

namespace assay::model {

std::size_t padded_length(std::size_t length, std::size_t max_length) {
  constexpr std::size_t kStep = 16;
  return std::min((length + kStep - 1) / kStep * kStep, max_length);
}

std::vector<Batch> length_batches(std::span<const std::size_t> lengths, std::size_t max_length,
                                  std::size_t batch_tokens) {
  std::vector<std::size_t> order(lengths.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return lengths[a] > lengths[b]; });
  std::vector<Batch> batches;
  for (const std::size_t row : order) {
    const std::size_t padded = padded_length(lengths[row], max_length);
    const bool fits = !batches.empty() && batches.back().padded_length == padded &&
                      (batches.back().rows.size() + 1) * padded <= batch_tokens;
    if (!fits) batches.push_back({{}, padded});
    batches.back().rows.push_back(row);
  }
  return batches;
}

}  // namespace assay::model
