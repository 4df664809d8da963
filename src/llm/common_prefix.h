#pragma once
// How far two rows of tokens are the same.

#include <algorithm>
#include <cstddef>
#include <span>

#include "assay/generate.h"

namespace assay::llm {

inline std::size_t common_prefix(std::span<const TokenId> a, std::span<const TokenId> b) {
  const auto differ = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<std::size_t>(differ.first - a.begin());
}

}  // namespace assay::llm
