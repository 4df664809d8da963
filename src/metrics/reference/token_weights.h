#pragma once
// How much each token counts in BERTScore: all the same, or rare ones more.

#include <cstdint>
#include <string>
#include <unordered_map>

#include "assay/token_embedder.h"

namespace assay::reference {

class TokenWeights {
 public:
  // 1 for every token.
  TokenWeights() = default;

  // log((texts + 1) / (texts that have the token + 1)) over the lines of a file; empty lines are
  // passed over. kInvalidOption names the line that is not UTF-8; a file without a text is refused.
  static Result<TokenWeights> read(const std::string& file, const TokenEmbedder& tokens);

  double of(std::int32_t id) const;

  // Of the file's bytes; empty where all weights are 1.
  const std::string& fingerprint() const { return fingerprint_; }

 private:
  std::unordered_map<std::int32_t, double> weights_;
  double unseen_ = 1;
  std::string fingerprint_;
};

}  // namespace assay::reference
