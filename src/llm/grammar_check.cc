#include "llm/grammar_check.h"

#include <algorithm>
#include <cstddef>
#include <set>

namespace assay::llm {
namespace {

// llama.cpp's parser calls itself once a level.
constexpr std::size_t kDeepest = 100;

constexpr std::string_view kWordCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";

// Behind the first unescaped `closing`; the end where there is none.
std::size_t behind(std::string_view text, char closing) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == closing) {
      return i + 1;
    }
  }
  return text.size();
}

// Of the comment, literal, word or sign that the text begins with.
std::size_t length_of_first(std::string_view text) {
  switch (text.front()) {
    case '#':
      return std::min(text.find_first_of("\r\n"), text.size());
    case '"':
      return behind(text, '"');
    case '[':
      return behind(text, ']');
    case '<':
      return std::min(text.find('>'), text.size() - 1) + 1;
    default:
      break;
  }
  if (text.starts_with("::=")) return 3;
  const std::size_t word = std::min(text.find_first_not_of(kWordCharacters), text.size());
  return std::max<std::size_t>(word, 1);
}

bool is_gap(std::string_view part) {
  return part.front() == '#' || part.find_first_of(" \t\r\n") == 0;
}

}  // namespace

std::optional<std::string> broken_rule_of_grammar(std::string_view grammar) {
  std::set<std::string_view> rules;
  std::string_view before;  // the last part that is no space and no comment
  std::size_t depth = 0;
  while (!grammar.empty()) {
    const std::string_view part = grammar.substr(0, length_of_first(grammar));
    grammar.remove_prefix(part.size());
    if (is_gap(part)) continue;
    if (part == "(" && ++depth > kDeepest) {
      return "nested at most " + std::to_string(kDeepest) + " levels deep";
    }
    if (part == ")" && depth > 0) --depth;
    if (part == "::=" && !rules.insert(before).second) {
      return "a grammar that has each rule once: there are two rules \"" + std::string(before) +
             "\"";
    }
    before = part;
  }
  return {};
}

}  // namespace assay::llm
