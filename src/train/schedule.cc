#include "train/schedule.h"

#include <algorithm>
#include <numeric>

#include "train/random.h"

namespace assay::train {

double learning_rate(std::size_t step, std::size_t steps, double peak, double warmup) {
  const double position = static_cast<double>(step) + 1;
  const double all = static_cast<double>(steps);
  const double rise = std::max(1.0, warmup * all);
  if (position < rise) return peak * position / rise;
  return peak * std::max(0.0, all - static_cast<double>(step)) / std::max(1.0, all - rise + 1);
}

Batches::Batches(std::size_t rows, std::size_t batch, std::uint64_t seed)
    : rows_(rows), batch_(batch), seed_(seed), epoch_(0), order_() {}

std::vector<std::size_t> Batches::rows_of(std::size_t step) {
  const std::size_t epoch = step / per_epoch();
  if (order_.empty() || epoch != epoch_) {
    epoch_ = epoch;
    order_.resize(rows_);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    Random random(seed_ * 1000003 + epoch);
    shuffle(order_, random);
  }
  const std::size_t begin = step % per_epoch() * batch_;
  const std::size_t end = std::min(rows_, begin + batch_);
  return {order_.begin() + static_cast<std::ptrdiff_t>(begin),
          order_.begin() + static_cast<std::ptrdiff_t>(end)};
}

std::vector<std::vector<std::size_t>> split_by_length(
    std::vector<std::size_t> rows, std::size_t rows_each,
    const std::function<std::size_t(std::size_t)>& length_of) {
  std::stable_sort(rows.begin(), rows.end(),
                   [&](std::size_t a, std::size_t b) { return length_of(a) > length_of(b); });
  const std::size_t count = (rows.size() + rows_each - 1) / rows_each;
  std::vector<std::vector<std::size_t>> shards(count);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    // There and back again, so that no shard always gets the longer one.
    const std::size_t lap = i / count;
    const std::size_t place = i % count;
    shards[lap % 2 == 0 ? place : count - 1 - place].push_back(rows[i]);
  }
  return shards;
}

}  // namespace assay::train
