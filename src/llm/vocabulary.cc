#include "llm/vocabulary.h"

#include <algorithm>
#include <exception>
#include <limits>

#include "llm/llama_library.h"

namespace assay::llm {
namespace {

constexpr std::size_t kLongestText = std::numeric_limits<std::int32_t>::max() / 4;

// Of the vocabularies that write every byte of a text down: others squeeze blanks, or take a whole
// word that they do not know for one token. A piece is spelt with as many bytes as it stands for,
// or more.
std::optional<std::size_t> longest_piece(const llama_vocab* vocab) {
  const auto type = llama_vocab_type(vocab);
  if (type != LLAMA_VOCAB_TYPE_SPM && type != LLAMA_VOCAB_TYPE_BPE) return std::nullopt;
  std::size_t longest = 1;
  for (TokenId token = 0; token < llama_vocab_n_tokens(vocab); ++token) {
    longest = std::max(longest, std::string_view(llama_vocab_get_text(vocab, token)).size());
  }
  return longest;
}

}  // namespace

Vocabulary::Vocabulary(const llama_model* model)
    : vocab_(llama_model_get_vocab(model)),
      size_(static_cast<std::size_t>(llama_vocab_n_tokens(vocab_))),
      longest_(longest_piece(vocab_)) {
  for (std::size_t i = 0; i < size_; ++i) {
    const auto token = static_cast<TokenId>(i);
    if (llama_vocab_is_eog(vocab_, token)) ends_.push_back(token);
  }
}

bool Vocabulary::surely_has_more(std::string_view text, std::size_t tokens) const {
  return longest_ && text.size() / *longest_ > tokens;
}

Result<std::vector<TokenId>> Vocabulary::tokenize(std::string_view text, bool specials,
                                                  bool marked) const {
  if (text.size() > kLongestText) {
    return fail(ErrorCode::kInvalidInput, "the text is longer than 512 MiB");
  }
  // A token a byte, and some around the text, is the most that there can be.
  std::vector<TokenId> tokens(text.size() + 8);
  try {
    const auto length = static_cast<std::int32_t>(text.size());
    std::int32_t count = llama_tokenize(vocab_, text.data(), length, tokens.data(),
                                        static_cast<std::int32_t>(tokens.size()), specials, marked);
    if (count < 0 && count != std::numeric_limits<std::int32_t>::min()) {
      tokens.resize(static_cast<std::size_t>(-count));
      count = llama_tokenize(vocab_, text.data(), length, tokens.data(), -count, specials, marked);
    }
    if (count < 0) return fail(ErrorCode::kInvalidInput, "the text cannot be tokenised");
    tokens.resize(static_cast<std::size_t>(count));
    return tokens;
  } catch (const std::exception& error) {
    return fail(ErrorCode::kUnsupported,
                std::string("the model's tokenizer cannot read the text: ") + error.what());
  }
}

std::string Vocabulary::piece(TokenId token) const {
  std::string bytes(32, '\0');
  const auto room = [&] { return static_cast<std::int32_t>(bytes.size()); };
  std::int32_t length = llama_token_to_piece(vocab_, token, bytes.data(), room(), 0, false);
  if (length < 0) {
    bytes.resize(static_cast<std::size_t>(-length));
    length = llama_token_to_piece(vocab_, token, bytes.data(), room(), 0, false);
  }
  bytes.resize(length < 0 ? 0 : static_cast<std::size_t>(length));
  return bytes;
}

std::string Vocabulary::detokenize(std::span<const TokenId> tokens) const {
  if (tokens.empty()) return {};
  std::string text(tokens.size() * 8, '\0');
  const auto count = static_cast<std::int32_t>(tokens.size());
  const auto write = [&] {
    return llama_detokenize(vocab_, tokens.data(), count, text.data(),
                            static_cast<std::int32_t>(text.size()), false, false);
  };
  std::int32_t length = write();
  if (length < 0) {
    text.resize(static_cast<std::size_t>(-length));
    length = write();
  }
  text.resize(length < 0 ? 0 : static_cast<std::size_t>(length));
  return text;
}

}  // namespace assay::llm
