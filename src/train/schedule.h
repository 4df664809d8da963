#pragma once
// Which rows a step sees, and how far it moves: functions of the seed and the step alone, so that a
// resumed run needs no other state.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace assay::train {

// Linear from 0 to `peak` over the first `warmup` share of the steps, then linear to 0.
double learning_rate(std::size_t step, std::size_t steps, double peak, double warmup);

class Batches {
 public:
  Batches(std::size_t rows, std::size_t batch, std::uint64_t seed);

  std::size_t per_epoch() const { return (rows_ + batch_ - 1) / batch_; }
  // The rows of step 0, 1, ...: every epoch is a new permutation; its last batch may be short.
  std::vector<std::size_t> rows_of(std::size_t step);

 private:
  std::size_t rows_;
  std::size_t batch_;
  std::uint64_t seed_;
  std::size_t epoch_;
  std::vector<std::size_t> order_;  // of epoch_
};

// Splits rows into shards of about `rows_each` rows and of like token counts.
std::vector<std::vector<std::size_t>> split_by_length(
    std::vector<std::size_t> rows, std::size_t rows_each,
    const std::function<std::size_t(std::size_t)>& length_of);

}  // namespace assay::train
