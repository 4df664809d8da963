#pragma once
// The `Precompiled` normalizer: SentencePiece's character map, a trie from byte strings to the
// texts that replace them.
//
//   auto charsmap = Charsmap::parse(bytes);      // as in a SentencePiece model
//   charsmap->replacement("\u2122");             // "TM"
//
// What is replaced is a grapheme cluster of fewer than six bytes, by what its *shortest* prefix in
// the map has; else each code point by itself. That is what Hugging Face `tokenizers` does, and
// what follows a prefix is lost there too.
// Thread-safety: immutable. Cost: one or two walks down the trie a code point; parsing visits the
// whole trie once. Failure: bytes that are no such map are kCorrupt.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/normalize.h"

namespace assay::text {

class Charsmap {
 public:
  static Result<Charsmap> parse(std::string_view bytes);

  // What takes the place of a text that begins with a key.
  std::optional<std::string_view> replacement(std::string_view text) const;

 private:
  Charsmap() = default;
  // A unit of the trie, and the offset to its children.
  std::optional<std::uint32_t> unit(std::size_t place) const;
  static std::size_t offset_of(std::uint32_t unit);
  // What a leaf stands for; nothing when it points outside the texts.
  std::optional<std::string_view> text_of(std::uint32_t leaf) const;
  Result<void> check() const;

  std::vector<std::uint32_t> units_;
  std::string texts_;  // each ends with a zero
};

std::unique_ptr<const NormalizerStep> make_precompiled(Charsmap charsmap);

}  // namespace assay::text
