#pragma once
// Numbers with their uncertainty: what the statistics of `assay evaluate` are made of.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/error.h"

namespace assay::evaluate {

struct Interval {
  double low = 0;
  double high = 0;
};

// A statistic; absent where it is not defined (a division by zero, one class, no items).
struct Estimate {
  std::optional<double> value = {};
  // Percentiles of the bootstrap; absent where the value is, and where it was defined in fewer than
  // half of the rounds.
  std::optional<Interval> interval = {};
};

using NamedEstimates = std::vector<std::pair<std::string, Estimate>>;

// How intervals are found: items (or whole groups of them) are drawn with replacement, as many as
// there are. The same seed gives the same intervals, whatever the threads.
struct BootstrapOptions {
  std::size_t rounds = 1000;  // 0: no intervals
  std::uint64_t seed = 1;
  double confidence = 0.95;
  int threads = 0;  // 0: all cores
  // Not owned; set: what is computed ends with kInterrupted, within a round.
  const std::atomic<bool>* interrupt = nullptr;
};

// kInvalidOption for a confidence that is no share.
Result<void> check_bootstrap(const BootstrapOptions& options);

// What stands in for a score that an item does not have.
struct Fill {
  std::optional<double> value = {};  // absent: the least score of the metric
};

}  // namespace assay::evaluate
