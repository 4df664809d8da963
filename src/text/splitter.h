#pragma once
// A pre-tokenizer that leaves the text as it is.
//
// Thread-safety: immutable.

#include "text/pre_tokenizer.h"

namespace assay::text {

class Splitter : public PreTokenizer {
 public:
  Result<void> apply(Pieces& pieces) const final {
    std::vector<ByteRange> finer;
    finer.reserve(pieces.ranges().size() * 2);
    for (const ByteRange& piece : pieces.ranges()) {
      if (auto done = split(pieces.text().text(), piece, finer); !done) return done;
    }
    pieces.set_ranges(std::move(finer));
    return {};
  }

 private:
  // Appends the pieces of `piece` (bytes of `text`) to `out`; none of them may be empty.
  virtual Result<void> split(std::string_view text, ByteRange piece,
                             std::vector<ByteRange>& out) const = 0;
};

// Appends the pieces that parts of a text make when the matches separate them, at `base`.
void cut_at_matches(const std::vector<RegexPart>& parts, Delimiters behaviour, std::uint32_t base,
                    std::vector<ByteRange>& out);

// Splits `piece` as GPT-2's regular expression does: contractions, and runs of letters, of numbers
// and of the rest, each with one blank before it; white space.
void split_like_gpt2(std::string_view text, ByteRange piece, std::vector<ByteRange>& out);

}  // namespace assay::text
