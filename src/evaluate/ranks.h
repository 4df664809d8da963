#pragma once
// Ranks of numbers.

#include <cstddef>
#include <vector>

namespace assay::evaluate {

// 1 for the least; equal values share the mean of their ranks.
std::vector<double> mid_ranks(const std::vector<double>& values);

// Numbers from 0 in ascending order, the same for equal values.
std::vector<std::size_t> dense_ranks(const std::vector<double>& values);

// The mid ranks when value i is there weights[i] times. What has no weight gets a rank too, which
// nobody should look at.
class WeightedRanks {
 public:
  explicit WeightedRanks(const std::vector<double>& values);
  std::vector<double> of(const std::vector<double>& weights) const;

 private:
  std::vector<std::size_t> dense_;
  std::size_t distinct_ = 0;
};

}  // namespace assay::evaluate
