#include "report/escape.h"

#include <fmt/format.h>

#include "text/utf8.h"

namespace assay::report {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

// Characters that change the direction of the text behind them.
bool is_direction(char32_t c) {
  return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E ||
         c == 0x200F || c == 0x061C;
}

bool is_xml(char32_t c) {
  if (c == 0xFFFE || c == 0xFFFF) return false;
  return c >= 0x20 || c == '\t' || c == '\n' || c == '\r';
}

void append_markup(std::string& out, char32_t c) {
  switch (c) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    case '\'':
      out += "&#39;";
      break;
    default:
      text::append_utf8(out, c);
  }
}

bool ends_with_www(std::string_view text) {
  return text.size() >= 3 &&
         (text.substr(text.size() - 3) == "www" || text.substr(text.size() - 3) == "WWW");
}

template <typename Append>
std::string map_code_points(std::string_view text, const Append& append) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t offset = 0; offset < text.size();)
    append(out, text::next_code_point(text, offset));
  return out;
}

}  // namespace

std::string escape_html(std::string_view text) {
  return map_code_points(text, append_markup);
}

std::string escape_xml(std::string_view text) {
  return map_code_points(text, [](std::string& out, char32_t c) {
    // Line ends and tabs in attributes would be read as spaces.
    if (c == '\n' || c == '\r' || c == '\t')
      out += fmt::format("&#{};", static_cast<unsigned>(c));
    else
      append_markup(out, is_xml(c) ? c : kReplacement);
  });
}

std::string escape_markdown(std::string_view text) {
  // As references, so that no reader of Markdown takes them for a mark, a link or a name. Others
  // are marks at the start of a line only.
  constexpr std::string_view kMarks = "\\`*_{}[]#|~$@:";
  return map_code_points(text, [&](std::string& out, char32_t c) {
    if (c == '.' && ends_with_www(out))  // GitHub makes a link of what follows
      out += "&#46;";
    else if (is_direction(c))
      out += fmt::format("&#91;U+{:04X}&#93;", static_cast<unsigned>(c));
    else if (is_control(c))
      out += ' ';
    else if (c < 0x80 && kMarks.find(static_cast<char>(c)) != std::string_view::npos)
      out += fmt::format("&#{};", static_cast<unsigned>(c));
    else
      append_markup(out, c);
  });
}

std::string escape_csv(std::string_view text) {
  if (text.find_first_of("\",\r\n") == std::string_view::npos) return std::string(text);
  std::string cell = "\"";
  for (const char c : text) {
    cell += c;
    if (c == '"') cell += '"';
  }
  return cell + '"';
}

std::string shorten(std::string_view text, std::size_t characters) {
  std::size_t offset = 0;
  for (std::size_t i = 0; i < characters && offset < text.size(); ++i)
    text::next_code_point(text, offset);
  return offset == text.size() ? std::string(text) : std::string(text.substr(0, offset)) + "…";
}

}  // namespace assay::report
