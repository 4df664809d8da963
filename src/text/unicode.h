#pragma once
// Classes of code points and lower-casing, as Hugging Face `tokenizers` sees them.
//
// The tables are generated from that package (tools/generate_unicode_tables.py), not taken from
// ICU, because its classes come from several Unicode versions and because results must not change
// with the ICU that happens to be installed.
// Thread-safety: all of it. Cost: two array reads for a class, a binary search for the lower case
// of what is not ASCII; the tables are expanded once, at the first use, in about a millisecond.

#include <array>
#include <cstdint>

namespace assay::text {

enum CharClass : std::uint8_t {
  kControl = 1,         // removed by "clean text": Cc except tab and line ends, Cf, Co, U+FFFD
  kNonspacingMark = 2,  // Mn
  kCombiningMark = 4,   // M
  kPunctuation = 8,     // P, and all ASCII punctuation
  kNumeric = 16,        // Nd, Nl, No
  kWord = 32,           // \w: letters, marks, decimal digits, connectors, joiners
  kSpace = 64,          // the property White_Space
};

extern const std::array<std::uint8_t, 128> kAsciiClasses;
std::uint8_t char_classes_beyond_ascii(char32_t code_point);

// The classes of a code point, a set of CharClass.
inline std::uint8_t char_classes(char32_t code_point) {
  return code_point < kAsciiClasses.size() ? kAsciiClasses[code_point]
                                           : char_classes_beyond_ascii(code_point);
}

inline bool is_in(char32_t code_point, CharClass wanted) {
  return (char_classes(code_point) & wanted) != 0;
}

// Lower case of one code point without context; U+0130 gives two.
struct LowerCase {
  char32_t first = 0;
  char32_t second = 0;  // 0 when there is only one
};
LowerCase lower_case(char32_t code_point);

// The blocks that BERT's tokenization calls Chinese and puts spaces around.
bool is_cjk_ideograph(char32_t code_point);

}  // namespace assay::text
