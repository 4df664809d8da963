#include "text/offset_trimmer.h"

#include <algorithm>

#include "text/byte_level.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace assay::text {
namespace {

bool is_blank(char32_t c) {
  return c == kBlankLetter || is_in(c, kSpace);
}

std::size_t blanks_at_begin(std::string_view token) {
  std::size_t count = 0;
  for (std::size_t offset = 0; offset < token.size(); ++count) {
    if (!is_blank(next_code_point(token, offset))) break;
  }
  return count;
}

std::size_t code_point_before(std::string_view text, std::size_t end) {
  std::size_t start = end - 1;
  while (is_continuation_byte(text[start])) --start;
  return start;
}

std::size_t blanks_at_end(std::string_view token) {
  std::size_t count = 0;
  for (std::size_t end = token.size(); end > 0; ++count) {
    end = code_point_before(token, end);
    std::size_t offset = end;
    if (!is_blank(next_code_point(token, offset))) break;
  }
  return count;
}

std::uint32_t forward(std::string_view text, ByteRange range, std::size_t count) {
  std::size_t offset = range.begin;
  for (; count > 0 && offset < range.end; --count) next_code_point(text, offset);
  return static_cast<std::uint32_t>(offset);
}

// Stays where it is when the text has fewer code points before the end.
std::uint32_t backward(std::string_view text, ByteRange range, std::size_t count) {
  std::size_t offset = range.end;
  for (; count > 0; --count) {
    if (offset == 0) return range.end;
    offset = code_point_before(text, offset);
  }
  return std::max(static_cast<std::uint32_t>(offset), range.begin);
}

}  // namespace

ByteRange OffsetTrimmer::trim(std::string_view token, ByteRange range, std::string_view text,
                              bool is_first) const {
  const std::size_t before = blanks_at_begin(token);
  const std::size_t behind = blanks_at_end(token);
  if (before == 0 && behind == 0) return range;
  for (const bool keeps_first_blank : passes_) {
    const bool is_added = keeps_first_blank && before == 1 && (is_first || range.begin == 0);
    if (!is_added) range.begin = forward(text, range, before);
    range.end = backward(text, range, behind);
  }
  return range;
}

}  // namespace assay::text
