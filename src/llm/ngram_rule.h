#pragma once
// The rule that no sequence of n tokens may come twice.

#include <cstddef>
#include <span>
#include <vector>

#include "assay/generate.h"

namespace assay::llm {

// The tokens that would complete a sequence of `n` tokens which `tokens` has already; may hold
// doubles. With n = 0 there are none.
std::vector<TokenId> tokens_completing_ngrams(std::span<const TokenId> tokens, std::size_t n);

}  // namespace assay::llm
