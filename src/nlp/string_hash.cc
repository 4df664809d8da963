#include "nlp/string_hash.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_map>

namespace assay::nlp {
namespace {

constexpr std::string_view kSymbolNames[] = {
#include "nlp/spacy_symbols.inc"
};

using SymbolIds = std::unordered_map<std::string_view, std::uint64_t>;

const SymbolIds& symbol_ids() {
  static const SymbolIds ids = [] {
    SymbolIds by_name;
    for (std::size_t id = 1; id < std::size(kSymbolNames); ++id) by_name[kSymbolNames[id]] = id;
    return by_name;
  }();
  return ids;
}

// A constant and not a call: the word of every lexeme passes here.
constexpr std::size_t kLongestSymbol =
    std::ranges::max(kSymbolNames, {}, &std::string_view::size).size();

std::uint64_t little_endian(const char* bytes, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  return value;
}

std::uint64_t murmur64a(std::string_view text, std::uint64_t seed) {
  constexpr std::uint64_t kMultiplier = 0xc6a4a7935bd1e995;
  constexpr int kShift = 47;
  std::uint64_t hash = seed ^ (text.size() * kMultiplier);
  const std::size_t whole = text.size() / 8 * 8;
  for (std::size_t i = 0; i < whole; i += 8) {
    std::uint64_t block = little_endian(text.data() + i, 8) * kMultiplier;
    block = (block ^ (block >> kShift)) * kMultiplier;
    hash = (hash ^ block) * kMultiplier;
  }
  if (whole != text.size()) {
    hash = (hash ^ little_endian(text.data() + whole, text.size() - whole)) * kMultiplier;
  }
  hash = (hash ^ (hash >> kShift)) * kMultiplier;
  return hash ^ (hash >> kShift);
}

}  // namespace

std::uint64_t string_hash(std::string_view text) {
  if (text.empty()) return 0;
  if (text.size() <= kLongestSymbol) {
    const auto symbol = symbol_ids().find(text);
    if (symbol != symbol_ids().end()) return symbol->second;
  }
  return murmur64a(text, 1);
}

}  // namespace assay::nlp
