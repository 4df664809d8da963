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

// A code point that is to come out, and how it relates to what went in: 0, it takes the place of
// the next code point; above 0, it is inserted; below 0, it takes the place of the next one and
// as many more after it disappear.
struct CharChange {
  char32_t code_point = 0;
  int change = 0;
};

// Replaces the text by what comes out of it. An inserted code point stands for the one before it.
void apply_changes(const std::vector<CharChange>& changes, MappedChars& chars);

class MappedText {
 public:
  // A text whose every byte comes from the byte at the same place of the original.
  static MappedText unmoved(std::string text);
  explicit MappedText(const MappedChars& chars);
  // Empty; append() fills it.
  static MappedText with_room_for(std::size_t bytes);

  const std::string& text() const { return text_; }
  std::string_view view(ByteRange range) const {
    return std::string_view(text_).substr(range.begin, range.end - range.begin);
  }

  // The bytes of the original that a non-empty range of text() stands for: from the beginning of
  // its first code point to the end of its last one. A code point that the range cuts counts whole.
  ByteRange source(std::uint32_t begin, std::uint32_t end) const {
    if (!sources_.empty()) return {sources_[begin].begin, sources_[end - 1].end};
    return unmoved_source(begin, end);
  }

  // Of a text that was made with_room_for:
  void append(std::string_view utf8, ByteRange source) {
    text_.append(utf8);
    sources_.resize(text_.size(), source);
  }
  // A part of another text, with what it stands for.
  void append(const MappedText& other, ByteRange part);

 private:
  MappedText() = default;
  ByteRange unmoved_source(std::uint32_t begin, std::uint32_t end) const;

  std::string text_;
  std::vector<ByteRange> sources_;  // one for each byte of text_; empty: unmoved
};

}  // namespace assay::text
