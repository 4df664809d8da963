#pragma once
// Tokenizers of models, read from a Hugging Face `tokenizer.json`: WordPiece, byte-pair encoding
// and Unigram.
//
//   auto tokenizer = Tokenizer::load("models/nli/tokenizer.json");
//   Encoding pair = *(*tokenizer)->encode(premise, hypothesis);   // [CLS] premise [SEP] ... [SEP]
//
//   Tokens context = *(*tokenizer)->tokenize(text);               // no special tokens
//   Encoding window = (*tokenizer)->assemble(question.all(), context.slice(first, last));
//
//   std::string answer = *(*tokenizer)->decode(ids);              // what a model wrote
//
// Ids, type ids, offsets and decoded texts are those of the Python package `tokenizers`. The
// truncation and padding that a file asks for are NOT applied: the caller cuts long texts into
// windows and pads batches. A part of a file that this build does not know is kUnsupported and
// named; what is supported is listed in docs/formats/tokenizer.md.
//
// Thread-safety: a Tokenizer is immutable; all calls may be made from many threads.
// Cost: loading a vocabulary of 30,000 takes tens of milliseconds; encoding is linear in the text,
// but for words of byte-pair encoding of many code points, which take n log n.
// Failure: a damaged file is kCorrupt. Text that is not UTF-8 or is 4 GiB or longer is
// kInvalidInput; text that the vocabulary does not cover and has no token for is kCorrupt.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "assay/result.h"

namespace assay {

// A half-open range of bytes; always on boundaries of code points. Several tokens of one code point
// have the same range.
struct ByteRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

// Some tokens in a row of one text.
struct TokenSlice {
  std::span<const std::uint32_t> ids;
  std::span<const ByteRange> ranges;  // where each token stands in the text
};

// The tokens of one text without special tokens.
struct Tokens {
  std::vector<std::uint32_t> ids;
  std::vector<ByteRange> ranges;

  std::size_t size() const { return ids.size(); }
  // Tokens `first` up to and without `last`.
  TokenSlice slice(std::size_t first, std::size_t last) const {
    return {std::span(ids).subspan(first, last - first),
            std::span(ranges).subspan(first, last - first)};
  }
  TokenSlice all() const { return slice(0, size()); }
};

// From which text a token of an Encoding comes.
enum class TokenSource : std::uint8_t { kFirst, kSecond, kSpecial };

// A sequence as a model takes it.
struct Encoding {
  std::vector<std::uint32_t> ids;
  std::vector<std::uint32_t> type_ids;
  std::vector<ByteRange> ranges;  // in the text that `sources` names; empty (0, 0) for kSpecial
  std::vector<TokenSource> sources;

  std::size_t size() const { return ids.size(); }
};

class Tokenizer {
 public:
  static Result<std::shared_ptr<const Tokenizer>> load(const std::filesystem::path& file);
  static Result<std::shared_ptr<const Tokenizer>> parse(std::string_view json);
  virtual ~Tokenizer() = default;

  // The tokens of a text, no special tokens added. (Special tokens that stand literally in the
  // text, such as "[SEP]", are recognised, as in `tokenizers`.)
  virtual Result<Tokens> tokenize(std::string_view text) const = 0;

  // With the special tokens of the file's post-processor.
  Result<Encoding> encode(std::string_view text) const;
  Result<Encoding> encode(std::string_view first, std::string_view second) const;

  // The same from tokens that are already there, for instance a window of a long text.
  virtual Encoding assemble(TokenSlice text) const = 0;
  virtual Encoding assemble(TokenSlice first, TokenSlice second) const = 0;

  // How many special tokens that adds.
  virtual std::size_t specials_of_single() const = 0;
  virtual std::size_t specials_of_pair() const = 0;

  // The text of ids, such as a model generates, by the decoder of the file. Ids that no token has
  // are passed over, and so are special tokens unless they are asked for.
  virtual Result<std::string> decode(std::span<const std::uint32_t> ids,
                                     bool with_specials = false) const = 0;

  // Absent when there is no such token, or no such id.
  virtual std::optional<std::uint32_t> id_of(std::string_view token) const = 0;
  virtual std::optional<std::string> token_of(std::uint32_t id) const = 0;

  // One more than the largest id.
  virtual std::uint32_t id_limit() const = 0;
};

// The same ranges in code points and bytes; `text` is the text that was tokenized.
std::vector<Span> spans_of(std::span<const ByteRange> ranges, std::string_view text);

}  // namespace assay
