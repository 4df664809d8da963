#pragma once
// spaCy's embedding tables: each id is hashed to four rows of one table, which are summed.
//
// Immutable; thread-safe.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "nlp/neural.h"

namespace assay::nlp {

// The four 32-bit keys that thinc derives from an id (MurmurHash3 of its eight bytes).
std::array<std::uint32_t, 4> embedding_keys(std::uint64_t id, std::uint32_t seed);

// The attributes of a token that a table can read.
enum class TokenAttribute { kNorm, kPrefix, kSuffix, kShape, kSpacy, kIsSpace };

std::uint64_t attribute_of(const TokenIds& token, TokenAttribute attribute);

class HashEmbedding {
 public:
  HashEmbedding(TokenAttribute attribute, std::uint32_t seed, std::size_t width,
                std::vector<float> rows);

  TokenAttribute attribute() const { return attribute_; }

  // Writes `width` floats.
  void embed(const TokenIds& token, float* output) const;

 private:
  TokenAttribute attribute_;
  std::uint32_t seed_;
  std::size_t width_;
  std::vector<float> rows_;
};

}  // namespace assay::nlp
