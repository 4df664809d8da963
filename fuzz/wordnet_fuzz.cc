// Damaged files of WordNet, parted by form feeds: index, data and exceptions of the nouns, then of
// the verbs, adjectives and adverbs. What is not given is a file of one word. Whatever loads must
// give synonyms in good time.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "nlp/wordnet.h"

namespace {

constexpr std::size_t kLongestWord = 40;

// Calls use(piece) for the pieces of `text` between the characters of `separators`.
template <typename Use>
void for_each_piece(std::string_view text, std::string_view separators, Use use) {
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    use(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  assay::nlp::WordNet::AllTexts texts;
  for (auto& part : texts)
    part = {"fast r 1 0 1 0 00000000\n", "00000000 02 r 01 fast 0 000 | it\n", ""};
  std::size_t file = 0;
  for_each_piece(input, "\f", [&](std::string_view piece) {
    auto& part = texts[std::min(file / 3, texts.size() - 1)];
    std::string* const files[] = {&part.index, &part.data, &part.exceptions};
    if (file < 3 * texts.size()) *files[file % 3] = piece;
    ++file;
  });
  const auto wordnet = assay::nlp::WordNet::parse(texts);
  if (!wordnet) return 0;
  for_each_piece(input, " \n\f", [&](std::string_view word) {
    if (word.size() <= kLongestWord) (void)(*wordnet)->synonyms(std::string(word));
  });
  return 0;
}
