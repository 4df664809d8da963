#pragma once
// How many n-grams two texts have and share.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace assay::reference {

inline constexpr std::size_t kLongestNgram = 4;

struct NgramCounts {
  std::int64_t response = 0;
  std::int64_t other = 0;
  std::int64_t shared = 0;  // each n-gram as often as the text has it that has it less often
};

// Of two texts whose words are numbers; `n` is from 1 to kLongestNgram.
NgramCounts count_ngrams(std::span<const std::uint32_t> response,
                         std::span<const std::uint32_t> other, std::size_t n);

struct SharedNgrams {
  std::int64_t response = 0;
  std::int64_t shared = 0;  // each n-gram as often as the response has it, and at most as often as
                            // the one of the others that has it most
};

// Of a text and several others.
SharedNgrams count_shared(std::span<const std::uint32_t> response,
                          std::span<const std::vector<std::uint32_t>> others, std::size_t n);

}  // namespace assay::reference
