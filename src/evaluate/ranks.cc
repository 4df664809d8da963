#include "evaluate/ranks.h"

#include <algorithm>
#include <numeric>

namespace assay::evaluate {

std::vector<std::size_t> dense_ranks(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<std::size_t> ranks(values.size());
  std::size_t rank = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0 && values[order[i]] != values[order[i - 1]]) ++rank;
    ranks[order[i]] = rank;
  }
  return ranks;
}

WeightedRanks::WeightedRanks(const std::vector<double>& values) : dense_(dense_ranks(values)) {
  for (const std::size_t rank : dense_) distinct_ = std::max(distinct_, rank + 1);
}

std::vector<double> WeightedRanks::of(const std::vector<double>& weights) const {
  std::vector<double> at(distinct_, 0);
  for (std::size_t i = 0; i < dense_.size(); ++i) at[dense_[i]] += weights[i];
  double below = 0;
  for (double& weight : at) {
    const double here = weight;
    weight = below + (here + 1) / 2;
    below += here;
  }
  std::vector<double> ranks;
  ranks.reserve(dense_.size());
  for (const std::size_t rank : dense_) ranks.push_back(at[rank]);
  return ranks;
}

std::vector<double> mid_ranks(const std::vector<double>& values) {
  return WeightedRanks(values).of(std::vector<double>(values.size(), 1));
}

}  // namespace assay::evaluate
