#pragma once
// Unigram, as SentencePiece trains it: of all ways to cut a piece into tokens, the one whose scores
// sum up highest.
//
// Thread-safety: immutable. Cost: one walk down a trie from every code point; 16 bytes of memory a
// byte of the piece. Failure: see TokenModel; only without `unknown` can it fail.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "text/prefix_trie.h"
#include "text/token_model.h"
#include "text/vocabulary.h"

namespace assay::text {

struct UnigramOptions {
  std::optional<std::uint32_t> unknown;  // id of the token for what no other token covers
  bool byte_fallback = false;            // "<0xE6>" and so on instead of it
};

class Unigram : public TokenModel {
 public:
  using ScoredTokens = std::vector<std::pair<std::string, double>>;

  // The id of a token is its place; of equal tokens the last one counts. `unknown` must be a place.
  Unigram(ScoredTokens tokens, const UnigramOptions& options);

  Result<void> tokenize(std::string_view piece, std::vector<ModelToken>& out) const override;
  std::optional<std::uint32_t> id_of(std::string_view token) const override;
  std::optional<std::string_view> token_of(std::uint32_t id) const override;
  std::string_view value_of(const ModelToken& token, std::string_view piece) const override;
  std::size_t vocabulary_size() const override { return tokens_.size(); }
  std::uint32_t id_limit() const override { return static_cast<std::uint32_t>(tokens_.size()); }

 private:
  static constexpr std::uint32_t kNoToken = 0xFFFFFFFF;

  // The best way to the place behind a byte of the piece.
  struct Step {
    double score = 0;
    std::uint32_t begin = kNoToken;  // of its last token; kNoToken: no way leads here yet
    std::uint32_t id = 0;
  };

  static void offer(Step& step, double score, std::uint32_t begin, std::uint32_t id);
  // `steps` has room for one more than the bytes of the piece.
  Result<void> find_best(std::string_view piece, std::span<Step> steps) const;
  Result<void> tokenize(std::string_view piece, std::span<Step> steps,
                        std::vector<ModelToken>& out) const;
  void append_unknown(std::string_view piece, ByteRange range, std::vector<ModelToken>& out) const;

  ScoredTokens tokens_;
  UnigramOptions options_;
  Vocabulary ids_;
  PrefixTrie trie_;
  double unknown_score_ = 0;
  std::array<std::uint32_t, 256> byte_ids_{};
};

}  // namespace assay::text
