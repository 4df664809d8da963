#include "text/shown.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "text/utf8.h"

namespace assay::text {
namespace {

bool turns_direction(char32_t c) {
  return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E ||
         c == 0x200F || c == 0x061C;
}

void append_shown(std::string& out, char32_t c) {
  const auto to = std::back_inserter(out);
  const auto number = static_cast<unsigned>(c);
  if (c == '\n') {
    out += "\\n";
  } else if (c == '\r') {
    out += "\\r";
  } else if (c == '\t') {
    out += "\\t";
  } else if (c < 0x20 || c == 0x7F) {
    fmt::format_to(to, "\\x{:02x}", number);
  } else if ((c >= 0x80 && c < 0xA0) || turns_direction(c) || c == 0x2028 || c == 0x2029) {
    fmt::format_to(to, "\\u{:04x}", number);
  } else {
    append_utf8(out, c);
  }
}

// Its beginning and its end; enough of both to see what and where it is.
std::string without_middle(std::string_view text, std::size_t most) {
  constexpr std::string_view kGap = " … ";
  const std::size_t kept = most - std::min(most, kGap.size());
  std::size_t begin = kept * 2 / 3;
  std::size_t end = text.size() - kept / 3;
  while (!is_boundary(text, begin)) --begin;
  while (!is_boundary(text, end)) ++end;
  return fmt::format("{}{}{}", text.substr(0, begin), kGap, text.substr(end));
}

}  // namespace

std::string shown(std::string_view text, std::size_t most) {
  std::string out;
  while (!text.empty()) {
    const auto flaw = find_utf8_flaw(text);
    const std::size_t good = flaw ? flaw->byte : text.size();
    for (std::size_t offset = 0; offset < good;) append_shown(out, next_code_point(text, offset));
    if (flaw)
      fmt::format_to(std::back_inserter(out), "\\x{:02x}",
                     static_cast<unsigned>(static_cast<unsigned char>(text[good])));
    text.remove_prefix(flaw ? good + 1 : good);
  }
  return out.size() > most ? without_middle(out, most) : out;
}

}  // namespace assay::text
