#include "metrics/passage_relevance.h"

#include <cstdint>
#include <string>
#include <unordered_map>

#include "model/window_relevance.h"
#include "text/lower.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace assay {
namespace {

// Gives equal words, whatever their case, equal numbers.
class WordNumbers {
 public:
  // Appends the numbers of the words of `text`: runs of letters, marks and digits.
  void append(std::string_view text, std::vector<std::uint32_t>& numbers) {
    const std::string lowered = text::to_lower(text);
    std::size_t word_begin = 0;
    std::size_t offset = 0;
    while (offset < lowered.size()) {
      const std::size_t here = offset;
      const char32_t code_point = text::next_code_point(lowered, offset);
      if (text::is_in(code_point, text::kWord)) continue;
      add(std::string_view(lowered).substr(word_begin, here - word_begin), numbers);
      word_begin = offset;
    }
    add(std::string_view(lowered).substr(word_begin), numbers);
  }

 private:
  void add(std::string_view word, std::vector<std::uint32_t>& numbers) {
    if (word.empty()) return;
    const auto next = static_cast<std::uint32_t>(numbers_.size());
    numbers.push_back(numbers_.try_emplace(std::string(word), next).first->second);
  }

  std::unordered_map<std::string, std::uint32_t> numbers_;
};

}  // namespace

std::vector<std::size_t> relevant_passages(const std::vector<std::string_view>& passages,
                                           std::string_view response) {
  if (passages.size() < 2) return std::vector<std::size_t>(passages.size(), 0);
  WordNumbers words;
  std::vector<std::uint32_t> all;
  std::vector<model::Window> extents;
  for (const std::string_view passage : passages) {
    const std::size_t begin = all.size();
    words.append(passage, all);
    extents.push_back({begin, all.size()});
  }
  std::vector<std::uint32_t> claim;
  words.append(response, claim);

  const std::vector<model::Window> kept = model::relevant_windows(all, extents, claim);
  std::vector<std::size_t> relevant;
  for (std::size_t i = 0; i < extents.size() && relevant.size() < kept.size(); ++i) {
    const model::Window& next = kept[relevant.size()];
    if (next.first == extents[i].first && next.last == extents[i].last) relevant.push_back(i);
  }
  return relevant;
}

}  // namespace assay
