#pragma once
// One prompt from its tokens to its continuations.

#include <span>
#include <vector>

#include "assay/generate.h"
#include "llm/beam_search.h"
#include "llm/decoding_context.h"

namespace assay::llm {

// Continuations of at most `max_tokens` tokens: by greedy search or sampling for one beam, by beam
// search for more.
Result<Continuations> search(DecodingContext& context, const LanguageModel& model,
                             std::span<const TokenId> prompt, const GenerationOptions& options,
                             std::size_t max_tokens, llama_adapter_lora* adapter);

// What no_repeat_ngram looks at besides the continuation: what stands before it in the decoder.
std::vector<TokenId> decoder_prefix(const LanguageModel& model, std::span<const TokenId> prompt);

}  // namespace assay::llm
