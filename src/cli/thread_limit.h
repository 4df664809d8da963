#pragma once
// How many threads may be asked for: more than a machine has, fewer than a system refuses to start.

#include <cstdint>

namespace assay::cli {

inline constexpr std::uint64_t kMostThreads = 1024;

}  // namespace assay::cli
