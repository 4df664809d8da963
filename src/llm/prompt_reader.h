#pragma once
// Prompts as tokens that the model can take.

#include <string_view>

#include "llm/language_model.h"

namespace assay::llm {

// kInvalidInput for an empty prompt, tokens that the model does not have, and more than `most`.
Result<std::vector<TokenId>> read_prompt(const Vocabulary& vocabulary, const Prompt& prompt,
                                         std::size_t most);

// For a text of which it is sure without tokenising it: how read_prompt refuses it.
Result<void> check_not_too_long(const Vocabulary& vocabulary, std::string_view text,
                                std::size_t most, std::string_view what = "the prompt");

// The tokens of what might follow a prompt: without special tokens of a text.
Result<std::vector<TokenId>> read_continuation(const Vocabulary& vocabulary, const Prompt& text,
                                               std::size_t most);

}  // namespace assay::llm
