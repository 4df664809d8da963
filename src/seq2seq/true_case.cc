#include "seq2seq/true_case.h"

#include <map>

#include "text/lower.h"

namespace assay::seq2seq {
namespace {

bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= 'a' && byte <= 'z');
}

// Calls word(text) and between(text) for the pieces in turn.
template <typename Word, typename Between>
void for_each_piece(std::string_view text, Word&& word, Between&& between) {
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = at;
    const bool in_word = is_word_byte(text[at]);
    while (end < text.size() && is_word_byte(text[end]) == in_word) ++end;
    const std::string_view piece = text.substr(at, end - at);
    if (in_word) {
      word(piece);
    } else {
      between(piece);
    }
    at = end;
  }
}

}  // namespace

std::string true_case(std::string_view written, std::string_view source) {
  std::map<std::string, std::string_view> forms;
  for_each_piece(
      source, [&](std::string_view word) { forms[text::to_lower(word)] = word; },
      [](std::string_view) {});
  std::string cased;
  for_each_piece(
      written,
      [&](std::string_view word) {
        const auto found = forms.find(text::to_lower(word));
        cased += found == forms.end() ? word : found->second;
      },
      [&](std::string_view between) { cased += between; });
  if (!cased.empty() && cased[0] >= 'a' && cased[0] <= 'z') {
    cased[0] = static_cast<char>(cased[0] - 'a' + 'A');
  }
  return cased;
}

}  // namespace assay::seq2seq
