#include "text/lower.h"

#include <unicode/uchar.h>

#include "text/unicode.h"
#include "text/utf8.h"

namespace assay::text {
namespace {

constexpr char32_t kCapitalSigma = 0x3A3;
constexpr char32_t kSmallSigma = 0x3C3;
constexpr char32_t kFinalSigma = 0x3C2;

bool has(char32_t code_point, UProperty property) {
  return u_hasBinaryProperty(static_cast<UChar32>(code_point), property) != 0;
}

// Whether the first code point from `offset` on that is not case-ignorable has case.
bool cased_follows(std::string_view text, std::size_t offset) {
  while (offset < text.size()) {
    const char32_t c = next_code_point(text, offset);
    if (!has(c, UCHAR_CASE_IGNORABLE)) return has(c, UCHAR_CASED);
  }
  return false;
}

bool cased_precedes(std::string_view text, std::size_t offset) {
  while (offset > 0) {
    --offset;
    if (is_continuation_byte(text[offset])) continue;
    std::size_t at = offset;
    const char32_t c = next_code_point(text, at);
    if (!has(c, UCHAR_CASE_IGNORABLE)) return has(c, UCHAR_CASED);
  }
  return false;
}

}  // namespace

std::string to_lower(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t offset = 0; offset < text.size();) {
    const std::size_t begin = offset;
    const char32_t c = next_code_point(text, offset);
    if (c == kCapitalSigma) {
      const bool is_final = cased_precedes(text, begin) && !cased_follows(text, offset);
      append_utf8(result, is_final ? kFinalSigma : kSmallSigma);
      continue;
    }
    const LowerCase lowered = lower_case(c);
    append_utf8(result, lowered.first);
    if (lowered.second != 0) append_utf8(result, lowered.second);
  }
  return result;
}

}  // namespace assay::text
