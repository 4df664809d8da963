#include "nlp/regex_reach.h"

#include <algorithm>
#include <string>
#include <vector>

#include "text/utf8.h"

namespace assay::nlp {
namespace {

// The length of `\x41`, `\u0041`, `\U00000041` or of an escaped character.
std::size_t escape_length(std::string_view pattern) {
  if (pattern.size() < 2) return pattern.size();
  switch (pattern[1]) {
    case 'x':
      return 4;
    case 'u':
      return 6;
    case 'U':
      return 10;
    default:
      return 2;
  }
}

// The end of the class that begins at `pattern`, behind its bracket.
std::size_t class_length(std::string_view pattern) {
  std::size_t at = pattern.substr(1, 1) == "^" ? 2 : 1;
  if (pattern.substr(at, 1) == "]") ++at;
  while (at < pattern.size() && pattern[at] != ']') {
    at += pattern[at] == '\\' ? escape_length(pattern.substr(at)) : 1;
  }
  return std::min(at + 1, pattern.size());
}

std::size_t atom_length(std::string_view pattern);

// The end of the group that begins at `pattern`, behind its parenthesis.
std::size_t group_length(std::string_view pattern) {
  std::size_t at = 1;
  while (at < pattern.size() && pattern[at] != ')') at += atom_length(pattern.substr(at));
  return std::min(at + 1, pattern.size());
}

std::size_t atom_length(std::string_view pattern) {
  std::size_t length = 0;
  switch (pattern.front()) {
    case '\\':
      length = escape_length(pattern);
      break;
    case '[':
      length = class_length(pattern);
      break;
    case '(':
      length = group_length(pattern);
      break;
    default:
      text::next_code_point(pattern, length);
  }
  return std::min(length, pattern.size());
}

std::vector<std::string_view> alternatives(std::string_view pattern) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < pattern.size();) {
    const bool bar = pattern[at] == '|';
    if (bar) parts.push_back(pattern.substr(begin, at - begin));
    at += bar ? 1 : atom_length(pattern.substr(at));
    if (bar) begin = at;
  }
  parts.push_back(pattern.substr(begin));
  return parts;
}

std::optional<std::size_t> longest_match(std::string_view sequence);

std::optional<std::size_t> longest_of(std::string_view pattern) {
  std::size_t longest = 0;
  for (std::string_view part : alternatives(pattern)) {
    const auto length = longest_match(part);
    if (!length) return std::nullopt;
    longest = std::max(longest, *length);
  }
  return longest;
}

std::optional<std::size_t> longest_atom(std::string_view atom) {
  if (atom.front() != '(') return 1;
  for (std::string_view around : {"(?=", "(?!", "(?<=", "(?<!"}) {
    if (atom.starts_with(around)) return 0;
  }
  if (!atom.starts_with("(?:")) return std::nullopt;
  return longest_of(atom.substr(3, atom.size() - 4));
}

// The most characters that a sequence without top-level alternatives can take.
std::optional<std::size_t> longest_match(std::string_view sequence) {
  std::size_t total = 0;
  while (!sequence.empty()) {
    if (std::string_view("*+{").find(sequence.front()) != std::string_view::npos) {
      return std::nullopt;
    }
    if (sequence.front() == '?') {
      sequence.remove_prefix(1);
      continue;
    }
    const std::size_t length = atom_length(sequence);
    const auto most = longest_atom(sequence.substr(0, length));
    if (!most) return std::nullopt;
    total += *most;
    sequence.remove_prefix(length);
  }
  return total;
}

// One character, at least once, and nothing else: `\.\.+`.
bool is_run(std::string_view sequence) {
  if (!sequence.ends_with('+')) return false;
  sequence.remove_suffix(1);
  if (sequence.empty()) return false;
  const std::string_view first = sequence.substr(0, atom_length(sequence));
  // A class could match different characters, an escaped letter is a class.
  const bool literal = first.size() == 1 || (first.size() == 2 && first == "\\.");
  if (!literal || std::string_view("[(.^$|*+?{").find(first) != std::string_view::npos) {
    return false;
  }
  while (sequence.starts_with(first)) sequence.remove_prefix(first.size());
  return sequence.empty();
}

}  // namespace

std::optional<SuffixReach> suffix_reach(std::string_view pattern) {
  SuffixReach reach;
  for (std::string_view part : alternatives(pattern)) {
    if (!part.ends_with('$') || part.ends_with("\\$")) return std::nullopt;
    part.remove_suffix(1);
    if (is_run(part)) {
      reach.has_runs = true;
      continue;
    }
    const auto longest = longest_match(part);
    if (!longest) return std::nullopt;
    reach.characters = std::max(reach.characters, *longest);
  }
  return reach;
}

}  // namespace assay::nlp
