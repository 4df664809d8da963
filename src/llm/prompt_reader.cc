#include "llm/prompt_reader.h"

#include <string>

namespace assay::llm {
namespace {

Result<std::vector<TokenId>> read(const Vocabulary& vocabulary, const Prompt& prompt, bool specials,
                                  std::size_t most, const char* what) {
  std::vector<TokenId> tokens = prompt.tokens;
  if (tokens.empty()) {
    auto made = vocabulary.tokenize(prompt.text, specials, false);
    if (!made) return made;
    tokens = std::move(*made);
  }
  if (tokens.empty()) return fail(ErrorCode::kInvalidInput, std::string(what) + " is empty");
  for (const TokenId token : tokens) {
    if (vocabulary.has(token)) continue;
    return fail(ErrorCode::kInvalidInput, "the model has no token " + std::to_string(token));
  }
  if (tokens.size() > most) {
    return fail(ErrorCode::kInvalidInput,
                std::string(what) + " has " + std::to_string(tokens.size()) +
                    " tokens, but at most " + std::to_string(most) + " fit",
                "shorten it or raise `context`");
  }
  return tokens;
}

}  // namespace

Result<std::vector<TokenId>> read_prompt(const Vocabulary& vocabulary, const Prompt& prompt,
                                         std::size_t most) {
  return read(vocabulary, prompt, true, most, "the prompt");
}

Result<std::vector<TokenId>> read_continuation(const Vocabulary& vocabulary, const Prompt& text,
                                               std::size_t most) {
  return read(vocabulary, text, false, most, "the continuation");
}

}  // namespace assay::llm
