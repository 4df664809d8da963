#include <algorithm>

#include "llm/endpoint/reply.h"
#include "text/utf8.h"

namespace assay::llm::endpoint {
namespace {

constexpr std::size_t kMostCharacters = 200;
constexpr std::size_t kLongestCharacter = 4;  // bytes

// Control characters, and those that change the direction or the lines of what follows.
bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

// With `?` in the place of every byte that is not UTF-8.
std::string valid_utf8(std::string text) {
  while (const auto flaw = text::find_utf8_flaw(text)) text[flaw->byte] = '?';
  return text;
}

}  // namespace

std::string one_line(std::string_view text) {
  const std::string valid =
      valid_utf8(std::string(text.substr(0, (kMostCharacters + 1) * kLongestCharacter)));
  std::string line;
  std::size_t characters = 0;
  for (std::size_t at = 0; at < valid.size();) {
    if (++characters > kMostCharacters) return line + "...";
    const char32_t c = text::next_code_point(valid, at);
    text::append_utf8(line, is_control(c) ? U' ' : c);
  }
  return line;
}

}  // namespace assay::llm::endpoint
