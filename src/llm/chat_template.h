#pragma once
// Turns of a conversation as the one prompt that a model was trained on.

#include <cstddef>
#include <span>
#include <vector>

#include "assay/generate.h"
#include "llm/language_model.h"

namespace assay::llm {

// By the template inside the model's file, with the beginning of the model's own turn at the end.
// The marks of the template become special tokens; what a message spells never does. kInvalidInput
// where there would surely be more than `most` tokens.
Result<std::vector<TokenId>> apply_chat_template(const LanguageModel& model,
                                                 std::span<const ChatMessage> messages,
                                                 std::size_t most);

}  // namespace assay::llm
