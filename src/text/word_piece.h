#pragma once
// WordPiece: the longest prefix that is in the vocabulary, again and again; a word that cannot be
// covered is one unknown token.
//
// Thread-safety: immutable. Cost: linear in the word plus one probe of the vocabulary for every
// prefix that is tried; no allocation.

#include <string>

#include "text/token_model.h"
#include "text/vocabulary.h"

namespace assay::text {

class WordPiece : public TokenModel {
 public:
  // `unknown` must be in the vocabulary. A word of more than `longest_word` code points is unknown.
  WordPiece(Vocabulary vocabulary, std::string_view unknown, std::string_view continuation_prefix,
            std::size_t longest_word);

  Result<void> tokenize(std::string_view piece, std::vector<ModelToken>& out) const override;
  std::optional<std::uint32_t> id_of(std::string_view token) const override;
  std::optional<std::string_view> token_of(std::uint32_t id) const override;
  std::size_t vocabulary_size() const override { return vocabulary_.size(); }
  std::uint32_t id_limit() const override { return ids_.limit(); }

 private:
  // The longest prefix of `rest` in `vocabulary`; its length is 0 when there is none.
  static ModelToken longest_prefix(const Vocabulary& vocabulary, std::string_view rest);

  Vocabulary vocabulary_;
  IdIndex ids_;
  Vocabulary continuations_;  // tokens that start with the prefix, without it
  std::uint32_t unknown_id_ = 0;
  std::size_t longest_word_;
};

}  // namespace assay::text
