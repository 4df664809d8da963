// split_like_gpt2: what the regular expression
//   's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
// does, without one, since most of the time of a byte-level tokenizer would go there.

#include "text/segment.h"
#include "text/splitter.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace assay::text {
namespace {

enum class Kind : std::uint8_t { kLetter, kNumber, kOther, kSpace };

Kind kind_of(char32_t c) {
  const std::uint8_t segment = segment_classes(c);
  if ((segment & kLetter) != 0) return Kind::kLetter;
  if ((segment & kNumber) != 0) return Kind::kNumber;
  return is_in(c, kSpace) ? Kind::kSpace : Kind::kOther;
}

// Bytes of a contraction that `rest` begins with; 0 when there is none.
std::size_t contraction_size(std::string_view rest) {
  if (rest.size() < 2 || rest[0] != '\'') return 0;
  switch (rest[1]) {
    case 's':
    case 't':
    case 'm':
    case 'd':
      return 2;
    default:
      break;
  }
  const std::string_view two = rest.substr(1, 2);
  return two == "re" || two == "ve" || two == "ll" ? 3 : 0;
}

// Where a run of one kind ends that goes on at `offset`.
std::size_t run_end(std::string_view text, std::size_t offset, std::size_t end, Kind kind) {
  while (offset < end) {
    std::size_t next = offset;
    if (kind_of(next_code_point(text, next)) != kind) break;
    offset = next;
  }
  return offset;
}

// The end of white space that begins at `begin`. All but its last code point, when something
// follows that may take that one along.
std::size_t white_space_end(std::string_view text, std::size_t begin, std::size_t end) {
  std::size_t after_first = begin;
  next_code_point(text, after_first);
  const std::size_t run = run_end(text, after_first, end, Kind::kSpace);
  if (run == end || run == after_first) return run;
  std::size_t last = run - 1;
  while (is_continuation_byte(text[last])) --last;
  return last;
}

std::size_t piece_end(std::string_view text, std::size_t begin, std::size_t end) {
  if (const std::size_t size = contraction_size(text.substr(begin, end - begin))) {
    return begin + size;
  }
  std::size_t offset = begin;
  Kind kind = kind_of(next_code_point(text, offset));
  if (text[begin] == ' ' && offset < end) {
    std::size_t next = offset;
    const Kind behind = kind_of(next_code_point(text, next));
    if (behind != Kind::kSpace) {
      kind = behind;
      offset = next;
    }
  }
  if (kind == Kind::kSpace) return white_space_end(text, begin, end);
  return run_end(text, offset, end, kind);
}

}  // namespace

void split_like_gpt2(std::string_view text, ByteRange piece, std::vector<ByteRange>& out) {
  for (std::uint32_t begin = piece.begin; begin < piece.end;) {
    const auto end = static_cast<std::uint32_t>(piece_end(text, begin, piece.end));
    out.push_back({begin, end});
    begin = end;
  }
}

}  // namespace assay::text
