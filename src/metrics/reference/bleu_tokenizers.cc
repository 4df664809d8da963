#include "metrics/reference/bleu_tokenizers.h"

#include <unicode/uchar.h>

#include <array>
#include <cstdint>

#include "nlp/python_text.h"
#include "text/lower.h"
#include "text/utf8.h"

namespace assay::reference {
namespace {

using nlp::python::is_space;

// Without white space at its end.
std::string_view without_tail(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t offset = 0; offset < text.size();) {
    if (!is_space(text::next_code_point(text, offset))) end = offset;
  }
  return text.substr(0, end);
}

std::vector<std::string> split_at_space(std::string_view text) {
  std::vector<std::string> tokens;
  std::size_t begin = 0;
  const auto end_token = [&](std::size_t end) {
    if (end > begin) tokens.emplace_back(text.substr(begin, end - begin));
  };
  for (std::size_t offset = 0; offset < text.size();) {
    const std::size_t here = offset;
    if (!is_space(text::next_code_point(text, offset))) continue;
    end_token(here);
    begin = offset;
  }
  end_token(text.size());
  return tokens;
}

// In one pass: shifting the rest at every find takes minutes for a text of nothing else.
void replace_all(std::string& text, std::string_view from, std::string_view to) {
  std::size_t at = text.find(from);
  if (at == std::string::npos) return;
  std::string out;
  std::size_t done = 0;
  for (; at != std::string::npos; at = text.find(from, done)) {
    out.append(text, done, at - done).append(to);
    done = at + from.size();
  }
  text = out.append(text, done);
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_stop_or_comma(char c) {
  return c == '.' || c == ',';
}

// ASCII punctuation that always stands alone: all but apostrophe, comma, hyphen and full stop.
bool is_separate(char c) {
  return (c >= '!' && c <= '&') || (c >= '(' && c <= '+') || c == '/' || (c >= ':' && c <= '@') ||
         (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

// The passes below go through the text once, as a substitution of a regular expression does: what
// one match took is not looked at again by the same pass. They look at bytes: all that they
// separate is ASCII, and what they say of "anything but a digit" holds for the last byte of a
// character as for the whole.

std::string separate_punctuation(std::string_view text) {
  std::string out;
  out.reserve(text.size() * 2);
  for (const char c : text) {
    if (is_separate(c)) {
      out.append({' ', c, ' '});
    } else {
      out += c;
    }
  }
  return out;
}

// Puts spaces where `matches(first, second)` holds of neighbours.
template <typename Matches>
std::string space_pairs(std::string_view text, Matches matches, bool before_first) {
  std::string out;
  out.reserve(text.size() * 2);
  std::size_t i = 0;
  while (i < text.size()) {
    if (i + 1 == text.size() || !matches(text[i], text[i + 1])) {
      out += text[i++];
      continue;
    }
    if (before_first) {
      out.append({' ', text[i], ' ', text[i + 1]});
    } else {
      out.append({text[i], ' ', text[i + 1], ' '});
    }
    i += 2;
  }
  return out;
}

std::string tokenize_13a(std::string_view line) {
  std::string text(line);
  replace_all(text, "<skipped>", "");
  replace_all(text, "-\n", "");
  replace_all(text, "\n", " ");
  if (text.find('&') != std::string::npos) {
    replace_all(text, "&quot;", "\"");
    replace_all(text, "&amp;", "&");
    replace_all(text, "&lt;", "<");
    replace_all(text, "&gt;", ">");
  }
  text = separate_punctuation(" " + text + " ");
  text = space_pairs(
      text, [](char a, char b) { return !is_digit(a) && is_stop_or_comma(b); }, false);
  text = space_pairs(
      text, [](char a, char b) { return is_stop_or_comma(a) && !is_digit(b); }, true);
  return space_pairs(
      text, [](char a, char b) { return is_digit(a) && b == '-'; }, false);
}

bool in_category(char32_t c, std::uint32_t mask) {
  return (U_GET_GC_MASK(static_cast<UChar32>(c)) & mask) != 0;
}
bool is_number(char32_t c) {
  return in_category(c, U_GC_N_MASK);
}
bool is_punctuation(char32_t c) {
  return in_category(c, U_GC_P_MASK);
}

// The same as above for characters of Unicode.
template <typename Matches>
std::u32string space_wide_pairs(const std::u32string& text, Matches matches, bool before_first) {
  std::u32string out;
  std::size_t i = 0;
  while (i < text.size()) {
    if (i + 1 == text.size() || !matches(text[i], text[i + 1])) {
      out += text[i++];
      continue;
    }
    if (before_first) out += U' ';
    out += text[i];
    out += U' ';
    out += text[i + 1];
    if (!before_first) out += U' ';
    i += 2;
  }
  return out;
}

std::string tokenize_intl(std::string_view line) {
  std::u32string text;
  for (std::size_t offset = 0; offset < line.size();) text += text::next_code_point(line, offset);
  text = space_wide_pairs(
      text, [](char32_t a, char32_t b) { return !is_number(a) && is_punctuation(b); }, false);
  text = space_wide_pairs(
      text, [](char32_t a, char32_t b) { return is_punctuation(a) && !is_number(b); }, true);
  std::string out;
  for (const char32_t c : text) {
    const bool is_symbol = in_category(c, U_GC_S_MASK);
    if (is_symbol) out += ' ';
    text::append_utf8(out, c);
    if (is_symbol) out += ' ';
  }
  return out;
}

}  // namespace

std::vector<std::string> bleu_tokens(std::string_view text, const BleuOptions& options) {
  const std::string lowered = options.lower_case ? text::to_lower(text) : std::string();
  const std::string_view line = without_tail(options.lower_case ? lowered : text);
  switch (options.tokenizer) {
    case BleuOptions::Tokenizer::k13a:
      return split_at_space(tokenize_13a(line));
    case BleuOptions::Tokenizer::kIntl:
      return split_at_space(tokenize_intl(line));
    case BleuOptions::Tokenizer::kNone:
      break;
  }
  return split_at_space(line);
}

}  // namespace assay::reference
