#pragma once
// How many threads may be asked for, by every option of the program and of Python.

#include <cstdint>

namespace assay::base {

// More than a machine has, fewer than a system refuses to start.
inline constexpr std::uint64_t kMostThreads = 1024;

}  // namespace assay::base
