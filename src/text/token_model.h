#pragma once
// The part of a tokenizer that turns one piece of text into tokens of its vocabulary.
//
// Thread-safety: immutable.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/tokenizer.h"

namespace assay::text {

// A token and its bytes within the piece.
struct ModelToken {
  std::uint32_t id = 0;
  ByteRange range;
};

class TokenModel {
 public:
  virtual ~TokenModel() = default;
  // Appends the tokens of a non-empty, valid piece to `out`. kCorrupt when the piece holds what is
  // not in the vocabulary, and that has no token for the unknown.
  virtual Result<void> tokenize(std::string_view piece, std::vector<ModelToken>& out) const = 0;
  virtual std::optional<std::uint32_t> id_of(std::string_view token) const = 0;
  virtual std::optional<std::string_view> token_of(std::uint32_t id) const = 0;
  // What the vocabulary calls a token of a piece; the text itself of what is unknown to Unigram.
  virtual std::string_view value_of(const ModelToken& token, std::string_view) const {
    return token_of(token.id).value_or(std::string_view());
  }
  virtual std::size_t vocabulary_size() const = 0;
  virtual std::uint32_t id_limit() const = 0;  // one more than the largest id
};

}  // namespace assay::text
