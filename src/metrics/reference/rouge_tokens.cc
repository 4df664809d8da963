#include "metrics/reference/rouge_tokens.h"

#include <utility>

#include "metrics/reference/porter_stemmer.h"
#include "text/lower.h"

namespace assay::reference {
namespace {

constexpr std::size_t kLongestUnstemmed = 3;

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

}  // namespace

std::vector<std::string> rouge_tokens(std::string_view text, bool stem) {
  const std::string lowered = text::to_lower(text);
  std::vector<std::string> tokens;
  const auto add = [&](std::string word) {
    if (stem && word.size() > kLongestUnstemmed) word = porter_stem(word);
    if (!word.empty()) tokens.push_back(std::move(word));
  };
  std::size_t begin = 0;
  for (std::size_t i = 0; i < lowered.size(); ++i) {
    if (is_word_byte(lowered[i])) continue;
    add(lowered.substr(begin, i - begin));
    begin = i + 1;
  }
  add(lowered.substr(begin));
  return tokens;
}

}  // namespace assay::reference
