#include "text/mapped_text.h"

#include "text/utf8.h"

namespace assay::text {

MappedChars to_mapped_chars(std::string_view text) {
  MappedChars chars;
  chars.reserve(text.size());
  for (std::size_t offset = 0; offset < text.size();) {
    const auto begin = static_cast<std::uint32_t>(offset);
    const char32_t code_point = next_code_point(text, offset);
    chars.push_back({code_point, {begin, static_cast<std::uint32_t>(offset)}});
  }
  return chars;
}

MappedText MappedText::unmoved(std::string text) {
  MappedText result;
  result.text_ = std::move(text);
  return result;
}

MappedText::MappedText(const MappedChars& chars) {
  text_.reserve(chars.size() + chars.size() / 4);
  sources_.reserve(chars.size() + chars.size() / 4);
  for (const MappedChar& c : chars) {
    append_utf8(text_, c.code_point);
    sources_.resize(text_.size(), c.source);
  }
}

}  // namespace assay::text
