#include "metrics/q2/markers.h"

#include <algorithm>

#include "text/unicode.h"
#include "text/utf8.h"

namespace assay::q2 {
namespace {

constexpr std::string_view kBlank = " \t";
constexpr std::string_view kBetweenNumbers = ",;- ";
constexpr std::size_t kMostListDigits = 3;

bool holds_word(std::string_view phrase) {
  for (std::size_t at = 0; at < phrase.size();) {
    const char32_t code_point = text::next_code_point(phrase, at);
    if (text::is_in(code_point, text::kWord) || text::is_in(code_point, text::kNumeric)) {
      return true;
    }
  }
  return false;
}

bool is_digits_and(std::string_view phrase, std::string_view others) {
  return std::all_of(phrase.begin(), phrase.end(), [&](char c) {
    return (c >= '0' && c <= '9') || others.find(c) != std::string_view::npos;
  });
}

std::string_view trimmed(std::string_view text, std::string_view what) {
  const std::size_t first = text.find_first_not_of(what);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(what) - first + 1);
}

// The phrase stands in brackets that hold nothing but numbers; it may hold the brackets itself.
bool is_citation(std::string_view before, std::string_view phrase, std::string_view after) {
  if (!is_digits_and(trimmed(phrase, "[]"), kBetweenNumbers)) return false;
  if (phrase.front() != '[') {
    const std::size_t open = before.rfind('[');
    if (open == std::string_view::npos) return false;
    if (!is_digits_and(before.substr(open + 1), kBetweenNumbers)) return false;
  }
  if (phrase.back() == ']') return true;
  const std::size_t close = after.find(']');
  return close != std::string_view::npos && is_digits_and(after.substr(0, close), kBetweenNumbers);
}

// "1." or "1)" with nothing but blanks before it on its line.
bool is_list_number(std::string_view before, std::string_view phrase, std::string_view after) {
  std::string_view digits = phrase;
  if (digits.back() == '.' || digits.back() == ')') {
    after = digits.substr(digits.size() - 1);
    digits.remove_suffix(1);
  }
  if (digits.empty() || digits.size() > kMostListDigits || !is_digits_and(digits, "")) return false;
  if (after.empty() || (after[0] != '.' && after[0] != ')')) return false;
  const std::size_t line_end = before.rfind('\n');
  const std::size_t line = line_end == std::string_view::npos ? 0 : line_end + 1;
  return trimmed(before.substr(line), kBlank).empty();
}

}  // namespace

bool is_marker(std::string_view text, const Span& place) {
  const std::string_view phrase = text.substr(place.byte_start, place.byte_end - place.byte_start);
  if (!holds_word(phrase)) return true;
  const std::string_view before = text.substr(0, place.byte_start);
  const std::string_view after = text.substr(place.byte_end);
  return is_citation(before, phrase, after) || is_list_number(before, phrase, after);
}

}  // namespace assay::q2
