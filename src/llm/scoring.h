#pragma once
// How probable given continuations of a prompt are.

#include <span>
#include <vector>

#include "llm/decoding_context.h"

namespace assay::llm {

// The log-probabilities of every token of every continuation, which must not be empty. `context`
// must have room for as many hypotheses as there are continuations.
Result<std::vector<std::vector<double>>> score_continuations(
    DecodingContext& context, std::span<const TokenId> prompt,
    std::span<const std::vector<TokenId>> continuations, llama_adapter_lora* adapter);

}  // namespace assay::llm
