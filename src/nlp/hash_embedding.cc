#include "nlp/hash_embedding.h"

#include <bit>
#include <utility>

#include "nlp/kernels.h"

namespace assay::nlp {
namespace {

std::uint64_t finish(std::uint64_t hash) {
  hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccd;
  hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53;
  return hash ^ (hash >> 33);
}

}  // namespace

std::array<std::uint32_t, 4> embedding_keys(std::uint64_t id, std::uint32_t seed) {
  constexpr std::uint64_t kBytes = sizeof(id);
  std::uint64_t low = std::rotl(id * 0x87c37b91114253d5, 31) * 0x4cf5ad432745937f;
  low ^= seed ^ kBytes;
  std::uint64_t high = seed ^ kBytes;
  low += high;
  high += low;
  low = finish(low);
  high = finish(high);
  low += high;
  high += low;
  return {static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32),
          static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(high >> 32)};
}

std::uint64_t attribute_of(const TokenIds& token, TokenAttribute attribute) {
  switch (attribute) {
    case TokenAttribute::kNorm:
      return token.norm;
    case TokenAttribute::kPrefix:
      return token.prefix;
    case TokenAttribute::kSuffix:
      return token.suffix;
    case TokenAttribute::kShape:
      return token.shape;
    case TokenAttribute::kSpacy:
      return token.followed_by_space ? 1 : 0;
    case TokenAttribute::kIsSpace:
      return token.is_space ? 1 : 0;
  }
  return 0;
}

HashEmbedding::HashEmbedding(TokenAttribute attribute, std::uint32_t seed, std::size_t width,
                             std::vector<float> rows)
    : attribute_(attribute), seed_(seed), width_(width), rows_(std::move(rows)) {}

void HashEmbedding::embed(const TokenIds& token, float* output) const {
  const std::size_t row_count = rows_.size() / width_;
  std::array<const float*, 4> rows;
  const auto keys = embedding_keys(attribute_of(token, attribute_), seed_);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i] = rows_.data() + keys[i] % row_count * width_;
  }
  best_kernels().sum_maxout({.rows = rows.data(),
                             .row_count = rows.size(),
                             .bias = nullptr,
                             .width = width_,
                             .pieces = 1,
                             .output = output});
}

}  // namespace assay::nlp
