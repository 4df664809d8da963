#pragma once
// What decides where a text is cut: letters and numbers as regular expressions see them (\p{L},
// \p{N}), and extended grapheme clusters ("user-perceived characters", Unicode Annex 29).
//
// The tables are generated from Hugging Face `tokenizers` (tools/generate_segment_tables.py), for
// the reasons in text/unicode.h. Of clusters they hold what the `Precompiled` normalizer can see.
// Thread-safety: all of it. Cost: two array reads a code point.

#include <array>
#include <cstdint>

#include "text/mapped_text.h"

namespace assay::text {

enum SegmentClass : std::uint8_t { kLetter = 1, kNumber = 2 };

extern const std::array<std::uint8_t, 128> kAsciiSegments;
std::uint8_t segment_classes_beyond_ascii(char32_t code_point);

// kLetter, kNumber or neither in the two lowest bits; the other bits are for clusters.
inline std::uint8_t segment_classes(char32_t code_point) {
  return code_point < kAsciiSegments.size() ? kAsciiSegments[code_point]
                                            : segment_classes_beyond_ascii(code_point);
}

// A code point that regular expressions of Unicode 14 see as those of `tokenizers` see this one, of
// the same length in UTF-8; itself where they agree.
char32_t stand_in(char32_t code_point);

// Where the grapheme cluster ends that starts at chars[begin].
std::size_t cluster_end(const MappedChars& chars, std::size_t begin);

}  // namespace assay::text
