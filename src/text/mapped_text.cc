#include "text/mapped_text.h"

#include <algorithm>

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

void apply_changes(const std::vector<CharChange>& changes, MappedChars& chars) {
  MappedChars result;
  result.reserve(changes.size());
  std::size_t next = 0;
  for (const CharChange& c : changes) {
    const std::size_t from = c.change > 0 && next > 0 ? next - 1 : next;
    result.push_back({c.code_point, chars[std::min(from, chars.size() - 1)].source});
    if (c.change <= 0) next += 1 + static_cast<std::size_t>(-c.change);
  }
  chars = std::move(result);
}

MappedText MappedText::unmoved(std::string text) {
  MappedText result;
  result.text_ = std::move(text);
  return result;
}

MappedText MappedText::with_room_for(std::size_t bytes) {
  MappedText result;
  result.text_.reserve(bytes);
  result.sources_.reserve(bytes);
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

ByteRange MappedText::unmoved_source(std::uint32_t begin, std::uint32_t end) const {
  while (is_continuation_byte(text_[begin])) --begin;
  while (!is_boundary(text_, end)) ++end;
  return {begin, end};
}

void MappedText::append(const MappedText& other, ByteRange part) {
  text_.append(other.text_, part.begin, part.end - part.begin);
  if (!other.sources_.empty()) {
    sources_.insert(sources_.end(), other.sources_.begin() + part.begin,
                    other.sources_.begin() + part.end);
    return;
  }
  for (std::size_t offset = part.begin; offset < part.end;) {
    const auto begin = static_cast<std::uint32_t>(offset);
    next_code_point(other.text_, offset);
    sources_.resize(sources_.size() + offset - begin,
                    ByteRange{begin, static_cast<std::uint32_t>(offset)});
  }
}

}  // namespace assay::text
