#include "nlp/python_text.h"

#include <unicode/locid.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include "text/utf8.h"

namespace assay::nlp::python {
namespace {

UChar32 icu(char32_t code_point) {
  return static_cast<UChar32>(code_point);
}

bool is_ascii_lower(char32_t c) {
  return c >= 'a' && c <= 'z';
}
bool is_ascii_upper(char32_t c) {
  return c >= 'A' && c <= 'Z';
}

bool in_category(char32_t code_point, std::uint32_t mask) {
  return (U_GET_GC_MASK(icu(code_point)) & mask) != 0;
}

}  // namespace

bool is_space(char32_t c) {
  if (c < 0x80) return c == ' ' || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
  if (c < 0x1680) return c == 0x85 || c == 0xA0;
  return c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
         c == 0x205F || c == 0x3000;
}

bool is_alpha(char32_t c) {
  if (c < 0x80) return is_ascii_lower(c) || is_ascii_upper(c);
  return in_category(c, U_GC_L_MASK);
}

bool is_upper(char32_t c) {
  if (c < 0x80) return is_ascii_upper(c);
  return u_isUUppercase(icu(c)) != 0;
}

bool is_digit(char32_t c) {
  if (c < 0x80) return c >= '0' && c <= '9';
  const int type = u_getIntPropertyValue(icu(c), UCHAR_NUMERIC_TYPE);
  return type == U_NT_DECIMAL || type == U_NT_DIGIT;
}

bool is_punct(char32_t c) {
  return in_category(c, U_GC_P_MASK);
}

std::string lower(std::string_view text) {
  if (!text::is_ascii(text)) {
    std::string lowered;
    icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<int>(text.size())))
        .toLower(icu::Locale::getRoot())
        .toUTF8String(lowered);
    return lowered;
  }
  std::string lowered(text);
  for (char& c : lowered) {
    if (is_ascii_upper(static_cast<unsigned char>(c))) c = static_cast<char>(c + ('a' - 'A'));
  }
  return lowered;
}

bool is_alpha_text(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (!is_alpha(text::next_code_point(text, at))) return false;
  }
  return !text.empty();
}

}  // namespace assay::nlp::python
