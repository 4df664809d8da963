#pragma once
// The most that options of counts take, for the program and for Python: more is a slip of the hand.

#include <cstdint>

namespace assay::evaluate {

inline constexpr std::uint64_t kMostFolds = 1000;
inline constexpr std::uint64_t kMostBins = 1000;
inline constexpr std::uint64_t kMostRounds = 1'000'000;
inline constexpr std::uint64_t kMostDrawn = 1'000'000;

}  // namespace assay::evaluate
