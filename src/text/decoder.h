#pragma once
// From tokens back to a text.
//
// A decoder changes a list of token texts; what is left at the end is put together. Thread-safety:
// immutable. Cost: linear. Failure: only of a regular expression that gave up (text/regex.h).

#include <memory>
#include <string>
#include <vector>

#include "text/regex.h"

namespace assay::text {

class Decoder {
 public:
  virtual ~Decoder() = default;
  virtual Result<void> apply(std::vector<std::string>& tokens) const = 0;
};

// Letters for bytes become the bytes (text/byte_level.h), all in one text; bytes that are not UTF-8
// become U+FFFD.
std::unique_ptr<const Decoder> make_byte_level_decoder();
// Marks become blanks; those of the first token go when `drops_first`.
std::unique_ptr<const Decoder> make_marked_spaces_decoder(char32_t mark, bool drops_first);
// A blank before every token but those that begin with the prefix, which goes. `cleanup` takes away
// the blanks before punctuation and English contractions.
std::unique_ptr<const Decoder> make_word_piece_decoder(std::string prefix, bool cleanup);
// A suffix, which must not be empty, becomes a blank; that of the last token goes.
std::unique_ptr<const Decoder> make_suffix_decoder(std::string suffix);
// Tokens "<0xE6>" in a row become the text of these bytes, or U+FFFD for each of them.
std::unique_ptr<const Decoder> make_byte_fallback_decoder();
// All tokens become one.
std::unique_ptr<const Decoder> make_fuse_decoder();
// Takes up to so many of a code point off the beginning and the end of each token.
std::unique_ptr<const Decoder> make_strip_decoder(char32_t content, std::size_t begin,
                                                  std::size_t end);
// What matches is replaced, in each token.
std::unique_ptr<const Decoder> make_replace_decoder(Regex pattern, std::string content);
// The same for a literal text, which must not be empty.
std::unique_ptr<const Decoder> make_replace_decoder(std::string literal, std::string content);
std::unique_ptr<const Decoder> make_decoder_sequence(
    std::vector<std::unique_ptr<const Decoder>> parts);

}  // namespace assay::text
