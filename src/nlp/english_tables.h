#pragma once
// What an English pipeline takes from spaCy's code and not from its folder: stop words, norms of
// punctuation and currencies, and the dependency labels of noun chunks. Constant data.

#include <span>
#include <string_view>

namespace assay::nlp::english {

struct TextPair {
  std::string_view from;
  std::string_view to;
};

std::span<const std::string_view> stop_words();  // lower case
std::span<const TextPair> base_norms();
std::span<const std::string_view> noun_chunk_labels();

}  // namespace assay::nlp::english
