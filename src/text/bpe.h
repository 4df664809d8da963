#pragma once
// Byte-pair encoding: a word begins as its code points and is merged by a list of pairs, in the
// order of the list.
//
// Thread-safety: immutable. Cost: one probe of the vocabulary for a word that is a token by itself;
// else that of the merges (text/bpe_merges.h). Building runs every token through the merges once.
// Failure: see TokenModel; only a vocabulary without its own `unknown` can fail.

#include <array>
#include <optional>
#include <string>

#include "text/bpe_merges.h"
#include "text/token_model.h"
#include "text/vocabulary.h"

namespace assay::text {

struct BpeOptions {
  std::optional<std::string>
      unknown;                      // without one, code points outside the vocabulary are dropped
  std::string continuation_prefix;  // of every code point but the first
  std::string end_suffix;           // of the last code point
  bool fuse_unknown = false;        // one token for unknown code points in a row
  bool byte_fallback = false;       // "<0xE6>" and so on for code points that are unknown
  bool ignore_merges = false;       // a word that is in the vocabulary is that token
};

class Bpe : public TokenModel {
 public:
  Bpe(Vocabulary vocabulary, BpeMerges merges, BpeOptions options);

  Result<void> tokenize(std::string_view piece, std::vector<ModelToken>& out) const override;
  std::optional<std::uint32_t> id_of(std::string_view token) const override;
  std::optional<std::string_view> token_of(std::uint32_t id) const override;
  std::size_t vocabulary_size() const override { return vocabulary_.size(); }
  std::uint32_t id_limit() const override { return ids_.limit(); }

 private:
  static constexpr std::uint32_t kNoToken = 0xFFFFFFFF;

  void index_code_points();
  void find_whole_words();
  std::uint32_t find_code_point(std::string_view encoded, bool is_first, bool is_last) const;
  bool add_bytes(std::string_view encoded, std::vector<Symbol>& symbols) const;
  Result<void> split(std::string_view piece, std::vector<Symbol>& symbols) const;

  Vocabulary vocabulary_;
  IdIndex ids_;
  BpeMerges merges_;
  BpeOptions options_;
  bool is_plain_;                              // no prefix and no suffix
  std::optional<std::uint32_t> unknown_id_;    // absent when `unknown` is not in the vocabulary
  std::array<std::uint32_t, 512> low_ids_{};   // of the first code points
  std::array<std::uint32_t, 256> byte_ids_{};  // of "<0x00>" to "<0xFF>"
  // The words that the merges make one token, which is what they are in the vocabulary.
  Vocabulary whole_words_;
};

}  // namespace assay::text
