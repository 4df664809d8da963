#pragma once
// Tokens that stand beside a model's vocabulary and are cut out of the text before it: "[MASK]".
//
// One AddedTokens finds its tokens in one text: the leftmost, and of several at one place the
// longest. A tokenizer has two, for the text as given and for the normalised text.
// Thread-safety: immutable once built. Cost: one table lookup a byte, more only where a token may
// start.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/tokenizer.h"

namespace assay::text {

struct AddedToken {
  std::string pattern;  // what to look for; never empty
  std::uint32_t id = 0;
  bool single_word = false;  // only where no word character stands before or behind
  bool strip_left = false;   // takes the white space before it along
  bool strip_right = false;  // takes the white space behind it along
};

// A part of the text: an added token, or what lies between.
struct TextPart {
  static constexpr std::uint32_t kNoToken = 0xFFFFFFFF;
  ByteRange range;
  std::uint32_t token = kNoToken;  // id
};

class AddedTokens {
 public:
  // Patterns must differ.
  explicit AddedTokens(std::vector<AddedToken> tokens);

  // Appends the parts of a text, none of them empty, in order.
  void split(std::string_view text, std::vector<TextPart>& parts) const;

 private:
  // The longest token that starts at text[offset]; nullptr when there is none.
  const AddedToken* longest_at(std::string_view text, std::size_t offset) const;

  std::vector<AddedToken> tokens_;                  // by first byte, then longest first
  std::array<std::uint32_t, 257> first_of_byte_{};  // where the tokens of a first byte start
};

}  // namespace assay::text
