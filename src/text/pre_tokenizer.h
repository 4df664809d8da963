#pragma once
// Splitting a normalised text into the pieces that the model tokenizes one by one.
//
// A pre-tokenizer takes pieces of a text and returns finer ones, in order; several are applied one
// after the other. Thread-safety: immutable. Cost: linear, no allocation per piece.

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "assay/tokenizer.h"

namespace assay::text {

// What becomes of the code points that separate pieces.
enum class Delimiters {
  kRemoved,
  kIsolated,            // each a piece of its own
  kContiguous,          // each run of them a piece
  kMergedWithPrevious,  // joined to the piece before
  kMergedWithNext,      // joined to the piece behind
};

class PreTokenizer {
 public:
  virtual ~PreTokenizer() = default;
  // Appends the pieces of `piece` (bytes of `text`) to `out`; pieces are never empty.
  virtual void split(std::string_view text, ByteRange piece, std::vector<ByteRange>& out) const = 0;
};

std::unique_ptr<const PreTokenizer> make_bert_pre_tokenizer();
std::unique_ptr<const PreTokenizer> make_white_space_split();
// Runs of word characters, and runs of what is neither a word character nor white space.
std::unique_ptr<const PreTokenizer> make_word_split();
std::unique_ptr<const PreTokenizer> make_punctuation_split(Delimiters behaviour);
std::unique_ptr<const PreTokenizer> make_digit_split(bool individual);
std::unique_ptr<const PreTokenizer> make_pre_tokenizer_sequence(
    std::vector<std::unique_ptr<const PreTokenizer>> parts);

}  // namespace assay::text
