#pragma once
// How a model wants one or two token sequences put together: "[CLS] A [SEP] B [SEP]".
//
// Thread-safety: immutable. Cost: one copy of the tokens.

#include <cstdint>
#include <vector>

#include "assay/tokenizer.h"

namespace assay::text {

struct TemplatePiece {
  enum class Kind : std::uint8_t { kFirst, kSecond, kSpecial };
  Kind kind = Kind::kFirst;
  std::uint32_t type_id = 0;
  std::vector<std::uint32_t> special_ids;  // of kSpecial only
};

using Template = std::vector<TemplatePiece>;

class PostProcessor {
 public:
  // `single` must not use a second sequence.
  PostProcessor(Template single, Template pair);
  // Adds nothing: the sequences one after the other, with type ids 0 and 1.
  PostProcessor();

  Encoding single(TokenSlice text) const;
  Encoding pair(TokenSlice first, TokenSlice second) const;
  std::size_t specials_of_single() const { return specials_of_single_; }
  std::size_t specials_of_pair() const { return specials_of_pair_; }

 private:
  Template single_;
  Template pair_;
  std::size_t specials_of_single_;
  std::size_t specials_of_pair_;
};

}  // namespace assay::text
