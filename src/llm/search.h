#pragma once
// One prompt from its tokens to its continuations.

#include <span>
#include <vector>

#include "assay/generate.h"
#include "llm/beam_search.h"
#include "llm/decoding_context.h"

namespace assay::llm {

// Greedy search for one beam, beam search for more; at most `max_tokens` tokens.
Result<std::vector<FinishedBeam>> search(DecodingContext& context, const LanguageModel& model,
                                         std::span<const TokenId> prompt,
                                         const GenerationOptions& options, std::size_t max_tokens);

}  // namespace assay::llm
