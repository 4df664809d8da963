#pragma once
// Text that was changed and still knows where each part of it comes from.
//
// While steps change a text it is a vector of MappedChar, each with the bytes of the original that
// it stands for; when all is done it becomes a MappedText, UTF-8 again.
// Thread-safety: values. Cost: 12 bytes a code point while it changes; a MappedText holds its text
// and, unless every byte stands where it stood, 8 bytes a byte for the map.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/tokenizer.h"

namespace assay::text {

struct MappedChar {
  char32_t code_point = 0;
  ByteRange source;
};

using MappedChars = std::vector<MappedChar>;

// The code points of a valid text, each standing for itself.
MappedChars to_mapped_chars(std::string_view text);

class MappedText {
 public:
  // A text whose every byte comes from the byte at the same place of the original.
  static MappedText unmoved(std::string text);
  explicit MappedText(const MappedChars& chars);

  const std::string& text() const { return text_; }

  // The bytes of the original that a non-empty range of text() stands for: from the beginning of
  // its first code point to the end of its last one. Both must lie on boundaries.
  ByteRange source(std::uint32_t begin, std::uint32_t end) const {
    if (sources_.empty()) return {begin, end};
    return {sources_[begin].begin, sources_[end - 1].end};
  }

 private:
  MappedText() = default;

  std::string text_;
  std::vector<ByteRange> sources_;  // one for each byte of text_; empty: unmoved
};

}  // namespace assay::text
