#pragma once
// Splitting a normalised text into the pieces that the model tokenizes one by one.
//
// A pre-tokenizer makes finer pieces of those that are there; some also change the text (a blank
// becomes "▁", bytes become letters). Several are applied one after the other.
// Thread-safety: immutable. Cost: linear, no allocation per piece.
// Failure: only of a regular expression that gave up (text/regex.h).

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "text/mapped_text.h"
#include "text/regex.h"

namespace assay::text {

// The pieces of a part of a text, in order, none of them empty.
class Pieces {
 public:
  // `part` of `text`, which must outlive this, as one piece. `base` is where the original of
  // `text` begins in the caller's text.
  Pieces(const MappedText& text, ByteRange part, std::uint32_t base)
      : text_(&text), ranges_{part}, base_(base) {}
  Pieces(const Pieces&) = delete;
  Pieces& operator=(const Pieces&) = delete;

  const MappedText& text() const { return *text_; }
  const std::vector<ByteRange>& ranges() const { return ranges_; }
  std::string_view view(ByteRange piece) const { return text_->view(piece); }
  // Where the caller's text has what a non-empty range stands for.
  ByteRange original(std::uint32_t begin, std::uint32_t end) const {
    const ByteRange source = text_->source(begin, end);
    return {base_ + source.begin, base_ + source.end};
  }

  void set_ranges(std::vector<ByteRange> ranges) { ranges_ = std::move(ranges); }
  void set_text(MappedText text, std::vector<ByteRange> ranges);

 private:
  const MappedText* text_;
  std::vector<ByteRange> ranges_;
  std::uint32_t base_;
  std::unique_ptr<const MappedText> owned_;  // once the text was changed
};

class PreTokenizer {
 public:
  virtual ~PreTokenizer() = default;
  virtual Result<void> apply(Pieces& pieces) const = 0;
};

// What becomes of the parts of a text that separate pieces.
enum class Delimiters {
  kRemoved,
  kIsolated,            // each a piece of its own
  kContiguous,          // each run of them a piece
  kMergedWithPrevious,  // joined to the piece before
  kMergedWithNext,      // joined to the piece behind
};

std::unique_ptr<const PreTokenizer> make_bert_pre_tokenizer();
std::unique_ptr<const PreTokenizer> make_white_space_split();
// Runs of word characters, and runs of what is neither a word character nor white space.
std::unique_ptr<const PreTokenizer> make_word_split();
std::unique_ptr<const PreTokenizer> make_punctuation_split(Delimiters behaviour);
std::unique_ptr<const PreTokenizer> make_digit_split(bool individual);
// At a code point, which is removed.
std::unique_ptr<const PreTokenizer> make_delimiter_split(char32_t delimiter);
// Pieces of so many code points, which must be at least one.
std::unique_ptr<const PreTokenizer> make_fixed_length_split(std::size_t length);

// At the matches of a regular expression, or between them.
std::unique_ptr<const PreTokenizer> make_regex_split(Regex pattern, Delimiters behaviour,
                                                     bool between_matches);
// The same for a text that is not empty.
std::unique_ptr<const PreTokenizer> make_literal_split(std::string_view literal,
                                                       Delimiters behaviour, bool between_matches);

// Every piece gets the blank before it that it lacks; it is split as GPT-2 does; every byte becomes
// a letter (text/byte_level.h).
struct ByteLevelSplit {
  bool add_prefix_space = true;
  bool split = true;
};
std::unique_ptr<const PreTokenizer> make_byte_level_split(const ByteLevelSplit& options);

// Blanks become a mark, which also comes before pieces that do not begin with it; pieces are split
// before every mark.
struct MarkedSpaces {
  enum class Prepend { kAlways, kFirst, kNever };  // kFirst: at the beginning of the text only
  char32_t mark = U'\u2581';
  Prepend prepend = Prepend::kAlways;
  bool split = true;
};
std::unique_ptr<const PreTokenizer> make_marked_spaces(const MarkedSpaces& options);

std::unique_ptr<const PreTokenizer> make_pre_tokenizer_sequence(
    std::vector<std::unique_ptr<const PreTokenizer>> parts);

}  // namespace assay::text
