#include "report/shell_words.h"

#include <string_view>

namespace assay::report {
namespace {

bool is_plain(std::string_view word) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./=,:@%+";
  return !word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos;
}

std::string quoted(std::string_view word) {
  std::string text = "'";
  for (const char c : word) {
    if (c == '\'')
      text += R"('\'')";
    else
      text += c;
  }
  return text + "'";
}

}  // namespace

std::string shell_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    line += is_plain(word) ? word : quoted(word);
  }
  return line;
}

}  // namespace assay::report
