#pragma once
// The vocabulary inside a GGUF file: texts to tokens and back.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "assay/generate.h"
#include "llama.h"

namespace assay::llm {

class Vocabulary {
 public:
  explicit Vocabulary(const llama_model* model);

  // `specials`: with the tokens that the model wants before and after a text. `marked`: special
  // tokens written out in the text are read as such, as a chat template needs.
  Result<std::vector<TokenId>> tokenize(std::string_view text, bool specials, bool marked) const;
  std::string detokenize(std::span<const TokenId> tokens) const;
  // The bytes of one token as it stands inside a text; none of a special token.
  std::string piece(TokenId token) const;

  // Are there surely more than so many tokens in the text? To be told before a long text is
  // tokenised, which takes its time and cannot be interrupted.
  bool surely_has_more(std::string_view text, std::size_t tokens) const;

  std::size_t size() const { return size_; }
  bool has(TokenId token) const { return token >= 0 && static_cast<std::size_t>(token) < size_; }
  // Tokens after which nothing more is generated.
  const std::vector<TokenId>& ends() const { return ends_; }
  bool is_end(TokenId token) const { return llama_vocab_is_eog(vocab_, token); }
  const llama_vocab* get() const { return vocab_; }

 private:
  const llama_vocab* vocab_;
  std::size_t size_;
  std::vector<TokenId> ends_;
  std::optional<std::size_t>
      longest_;  // bytes of a text that a token stands for; absent: any number
};

}  // namespace assay::llm
