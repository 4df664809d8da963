#include "text/answer_text.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>

#include "text/lower.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace assay::text {
namespace {

bool is_ascii_punctuation(char byte) {
  return (byte >= '!' && byte <= '/') || (byte >= ':' && byte <= '@') ||
         (byte >= '[' && byte <= '`') || (byte >= '{' && byte <= '~');
}

// str.isspace: White_Space and the four information separators.
bool is_python_space(char32_t c) {
  return (c >= 0x1C && c <= 0x1F) || is_in(c, kSpace);
}

// \w of `re`: str.isalnum or an underscore.
bool is_python_word(char32_t c) {
  if (c < 0x80)
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  return (U_GET_GC_MASK(static_cast<UChar32>(c)) & (U_GC_L_MASK | U_GC_N_MASK)) != 0;
}

bool is_dropped_word(std::string_view word, AnswerStyle style) {
  constexpr std::array<std::string_view, 5> kWords{"a", "an", "the", "in", "our"};
  const std::size_t count = style == AnswerStyle::kSquad ? 3 : kWords.size();
  return std::find(kWords.begin(), kWords.begin() + count, word) != kWords.begin() + count;
}

// Replaces the words of the style by a space.
std::string blank_words(std::string_view text, AnswerStyle style) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t offset = 0; offset < text.size();) {
    const std::size_t begin = offset;
    std::size_t end = begin;
    while (end < text.size() && is_python_word(next_code_point(text, offset))) end = offset;
    const std::string_view word = text.substr(begin, end - begin);
    if (is_dropped_word(word, style)) {
      result.push_back(' ');
    } else {
      result.append(word);
    }
    result.append(text.substr(end, offset - end));
  }
  return result;
}

std::vector<std::string> split_at_space(std::string_view text) {
  std::vector<std::string> words;
  bool in_word = false;
  for (std::size_t offset = 0; offset < text.size();) {
    const std::size_t begin = offset;
    if (is_python_space(next_code_point(text, offset))) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    words.back().append(text.substr(begin, offset - begin));
  }
  return words;
}

std::string join(const std::vector<std::string>& words) {
  std::string result;
  for (const std::string& word : words) {
    if (!result.empty()) result.push_back(' ');
    result.append(word);
  }
  return result;
}

std::string squeeze_spaces(std::string_view text) {
  std::string result;
  for (const char byte : text) {
    if (byte != ' ' || result.empty() || result.back() != ' ') result.push_back(byte);
  }
  return result;
}

std::string_view strip(std::string_view text) {
  std::size_t begin = text.size();
  std::size_t end = 0;
  for (std::size_t offset = 0; offset < text.size();) {
    const std::size_t start = offset;
    if (is_python_space(next_code_point(text, offset))) continue;
    begin = std::min(begin, start);
    end = offset;
  }
  return begin < end ? text.substr(begin, end - begin) : std::string_view();
}

}  // namespace

std::string normalize_answer(std::string_view text, AnswerStyle style) {
  std::string lowered = to_lower(text);
  std::erase_if(lowered, is_ascii_punctuation);
  const std::string blanked = blank_words(lowered, style);
  if (style == AnswerStyle::kSquad) return join(split_at_space(blanked));
  return std::string(strip(squeeze_spaces(blanked)));
}

std::vector<std::string> answer_tokens(std::string_view text, AnswerStyle style) {
  return split_at_space(normalize_answer(text, style));
}

double token_f1(std::span<const std::string> first, std::span<const std::string> second,
                double both_empty) {
  if (first.empty() && second.empty()) return both_empty;
  std::vector<std::string_view> a(first.begin(), first.end());
  std::vector<std::string_view> b(second.begin(), second.end());
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::vector<std::string_view> shared;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(shared));
  if (shared.empty()) return 0;
  const auto count = static_cast<double>(shared.size());
  const double precision = count / static_cast<double>(b.size());
  const double recall = count / static_cast<double>(a.size());
  return 2 * precision * recall / (precision + recall);
}

double answer_f1(std::string_view first, std::string_view second, AnswerStyle style,
                 double both_empty) {
  return token_f1(answer_tokens(first, style), answer_tokens(second, style), both_empty);
}

}  // namespace assay::text
