#include "cli/command_line/text_width.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>

namespace assay::cli {
namespace {

struct Character {
  std::size_t bytes = 0;
  std::size_t columns = 0;
};

std::size_t columns_of(UChar32 character) {
  if (character < 0) return 1;  // not UTF-8
  const auto category = u_charType(character);
  if (category == U_NON_SPACING_MARK || category == U_ENCLOSING_MARK || category == U_FORMAT_CHAR) {
    return 0;
  }
  const int width = u_getIntPropertyValue(character, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_WIDE || width == U_EA_FULLWIDTH ? 2 : 1;
}

Character character_at(std::string_view text, std::size_t at) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  std::size_t next = at;
  UChar32 character = 0;
  U8_NEXT(bytes, next, text.size(), character);
  return {next - at, columns_of(character)};
}

// Bytes of the longest beginning that fits into `width` columns.
std::size_t bytes_within(std::string_view text, std::size_t width) {
  std::size_t at = 0, used = 0;
  while (at < text.size()) {
    const Character character = character_at(text, at);
    if (used + character.columns > width) break;
    used += character.columns;
    at += character.bytes;
  }
  return at;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Character character = character_at(text, at);
    width += character.columns;
    at += character.bytes;
  }
  return width;
}

std::string shorten(std::string_view text, std::size_t width) {
  if (bytes_within(text, width) == text.size()) return std::string(text);
  if (width == 0) return {};
  return std::string(text.substr(0, bytes_within(text, width - 1))) + "…";
}

std::string one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) c = ' ';
  }
  return line;
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t space = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, space - at);
    at = space + 1;
    if (word.empty()) continue;
    std::string& line = lines.back();
    if (line.empty()) {
      line = word;
    } else if (display_width(line) + 1 + display_width(word) <= width) {
      line.append(" ").append(word);
    } else {
      lines.emplace_back(word);
    }
  }
  return lines;
}

}  // namespace assay::cli
