#include "llm/prompt_reader.h"

#include <string>

namespace assay::llm {
namespace {

tl::unexpected<Error> too_long(std::string_view what, const std::string& tokens, std::size_t most) {
  return fail(ErrorCode::kInvalidInput,
              std::string(what) + " has " + tokens + " tokens, but at most " +
                  std::to_string(most) + " fit",
              "shorten it or raise `context`");
}

Result<std::vector<TokenId>> read(const Vocabulary& vocabulary, const Prompt& prompt, bool specials,
                                  std::size_t most, const char* what) {
  std::vector<TokenId> tokens = prompt.tokens;
  if (tokens.empty()) {
    if (auto fits = check_not_too_long(vocabulary, prompt.text, most, what); !fits) {
      return tl::unexpected(fits.error());
    }
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
    return too_long(what, std::to_string(tokens.size()), most);
  }
  return tokens;
}

}  // namespace

Result<void> check_not_too_long(const Vocabulary& vocabulary, std::string_view text,
                                std::size_t most, std::string_view what) {
  if (!vocabulary.surely_has_more(text, most)) return {};
  return too_long(what, "more than " + std::to_string(most), most);
}

Result<std::vector<TokenId>> read_prompt(const Vocabulary& vocabulary, const Prompt& prompt,
                                         std::size_t most) {
  return read(vocabulary, prompt, true, most, "the prompt");
}

Result<std::vector<TokenId>> read_continuation(const Vocabulary& vocabulary, const Prompt& text,
                                               std::size_t most) {
  return read(vocabulary, text, false, most, "the continuation");
}

}  // namespace assay::llm
