#pragma once
// Random numbers that are the same on every machine (those of <random> are not).

#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

namespace assay::train {

// SplitMix64: a counter behind a hash; any seed is a good one.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
  // In [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  // Below `limit`, which is at least 1; its bias is under 2^-32 for limits that fit in memory.
  std::uint64_t below(std::uint64_t limit) {
    return static_cast<std::uint64_t>(uniform() * static_cast<double>(limit));
  }
  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  std::uint64_t state_;
};

template <typename T>
void shuffle(std::vector<T>& items, Random& random) {
  for (std::size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[static_cast<std::size_t>(random.below(i))]);
  }
}

}  // namespace assay::train
