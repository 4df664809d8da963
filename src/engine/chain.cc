#include "engine/chain.h"

#include <array>
#include <cstdint>

namespace assay::engine {
namespace {

template <std::size_t n>
base::Hash128 hash_words(const std::array<std::uint64_t, n>& words) {
  std::array<char, n * 8> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<char>(words[i / 8] >> (8 * (i % 8)) & 0xFFU);
  }
  return base::hash128({bytes.data(), bytes.size()});
}

}  // namespace

void HashChain::add(const RecordItem& item) {
  hash_ = hash_words<6>({hash_.high, hash_.low, item.record.ordinal, item.record.line,
                         item.content.high, item.content.low});
}

void HashChain::add(std::string_view bytes) {
  const base::Hash128 part = base::hash128(bytes);
  hash_ = hash_words<4>({hash_.high, hash_.low, part.high, part.low});
}

}  // namespace assay::engine
