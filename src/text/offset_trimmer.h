#pragma once
// Byte-level tokens begin with the blank before a word; trimming takes it off their ranges.
//
// Thread-safety: immutable. Cost: constant for a token that has no blank.

#include <string_view>
#include <vector>

#include "assay/tokenizer.h"

namespace assay::text {

// Takes as many code points off each end of a range as its token has blanks there: white space, and
// the letter that stands for a blank.
class OffsetTrimmer {
 public:
  // Trims once more. `keeps_first_blank`: one blank of the first token of a text, or of a token
  // that stands at its beginning, was added by the pre-tokenizer and does not count.
  void add(bool keeps_first_blank) { passes_.push_back(keeps_first_blank); }
  bool trims() const { return !passes_.empty(); }

  // `token` stands for `range` of `text` and is the first token or not.
  ByteRange trim(std::string_view token, ByteRange range, std::string_view text,
                 bool is_first) const;

 private:
  std::vector<bool> passes_;
};

}  // namespace assay::text
