#include "llm/grammar_check.h"

#include <algorithm>
#include <cstddef>
#include <set>

namespace assay::llm {
namespace {

// llama.cpp's parser calls itself once a level.
constexpr std::size_t kDeepest = 100;

// Rules, and those that llama.cpp makes of parentheses and repetitions: its search for left
// recursion calls itself once for each of a chain of them.
constexpr std::size_t kMostRules = 20'000;

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

// How many rules a part may stand for; `braces`: it is inside of {m,n}.
std::size_t rules_of(std::string_view part, bool braces) {
  if (part == "::=" || part == "(" || part == "?" || part == "*" || part == "+") return 1;
  std::size_t number = 0;
  if (!braces) return number;
  for (const char digit : part) {
    if (digit < '0' || digit > '9') return 0;
    number = std::min(number * 10 + static_cast<std::size_t>(digit - '0'), kMostRules + 1);
  }
  return number;
}

bool is_gap(std::string_view part) {
  return part.front() == '#' || part.find_first_of(" \t\r\n") == 0;
}

}  // namespace

std::optional<std::string> broken_rule_of_grammar(std::string_view grammar) {
  std::set<std::string_view> rules;
  std::string_view before;  // the last part that is no space and no comment
  std::size_t depth = 0;
  std::size_t made = 0;
  bool braces = false;
  while (!grammar.empty()) {
    const std::string_view part = grammar.substr(0, length_of_first(grammar));
    grammar.remove_prefix(part.size());
    if (is_gap(part)) continue;
    if (part == "(" && ++depth > kDeepest) {
      return "nested at most " + std::to_string(kDeepest) + " levels deep";
    }
    if (part == ")" && depth > 0) --depth;
    if (part == "{" || part == "}") braces = part == "{";
    made += rules_of(part, braces);
    if (made > kMostRules) {
      return "of at most " + std::to_string(kMostRules) +
             " rules, parentheses and repetitions, those of {m,n} counted up to n";
    }
    if (part == "::=" && !rules.insert(before).second) {
      return "a grammar that has each rule once: there are two rules \"" + std::string(before) +
             "\"";
    }
    before = part;
  }
  return {};
}

}  // namespace assay::llm
