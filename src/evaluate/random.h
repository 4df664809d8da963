#pragma once
// Random numbers that are the same on every machine and for every number of threads.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace assay::evaluate {

// xoshiro256**, seeded by SplitMix64. Each round of a simulation takes a stream of its own, so that
// rounds may be computed in any order.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) {
    std::uint64_t state = seed;
    state = split_mix(state) ^ stream;
    for (std::uint64_t& word : words_) word = split_mix(state);
  }

  std::uint64_t next() {
    const std::uint64_t result = std::rotl(words_[1] * 5, 7) * 9;
    const std::uint64_t shifted = words_[1] << 17U;
    words_[2] ^= words_[0];
    words_[3] ^= words_[1];
    words_[1] ^= words_[2];
    words_[0] ^= words_[3];
    words_[2] ^= shifted;
    words_[3] = std::rotl(words_[3], 45);
    return result;
  }

  // Evenly from 0 to bound - 1; `bound` is at least 1.
  std::size_t below(std::size_t bound) {
    const std::uint64_t limit = bound;
    // The lowest numbers would make some remainders likelier than others.
    const std::uint64_t least = (0 - limit) % limit;
    for (;;) {
      const std::uint64_t number = next();
      if (number >= least) return static_cast<std::size_t>(number % limit);
    }
  }

  template <typename T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  static std::uint64_t split_mix(std::uint64_t& state) {
    state += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
    return mixed ^ (mixed >> 31U);
  }

  std::array<std::uint64_t, 4> words_{};
};

}  // namespace assay::evaluate
