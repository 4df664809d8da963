// Tokenizes JSON lines for the comparison with other tokenizers (tests/oracle/tokenizer_oracle.py).
//
//   tokenize_lines TOKENIZER_JSON < lines > tokens
//
// A line is ["text"] or ["first", "second"]; the answer is {"ids", "type_ids", "offsets"} with
// special tokens, offsets in code points. A tokenizer that cannot be read is one line {"error"}.

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "assay/tokenizer.h"

namespace {

using assay::Encoding;
using assay::Span;
using assay::TokenSource;
using nlohmann::json;

json offsets_of(const Encoding& encoding, const std::vector<std::string>& texts) {
  std::vector<std::vector<Span>> spans;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    // Ranges of the other text mean nothing in this one, so they are emptied.
    std::vector<assay::ByteRange> own = encoding.ranges;
    const auto source = i == 0 ? TokenSource::kFirst : TokenSource::kSecond;
    for (std::size_t t = 0; t < own.size(); ++t) {
      if (encoding.sources[t] != source) own[t] = {};
    }
    spans.push_back(assay::spans_of(own, texts[i]));
  }
  json offsets = json::array();
  for (std::size_t t = 0; t < encoding.size(); ++t) {
    const bool second = encoding.sources[t] == TokenSource::kSecond;
    const Span& span = spans[second ? 1 : 0][t];
    offsets.push_back({span.start, span.end});
  }
  return offsets;
}

json answer(const assay::Tokenizer& tokenizer, const std::string& line) {
  const auto texts = json::parse(line).get<std::vector<std::string>>();
  const auto encoding =
      texts.size() == 1 ? tokenizer.encode(texts[0]) : tokenizer.encode(texts[0], texts[1]);
  if (!encoding) return {{"error", encoding.error().to_string()}};
  return {{"ids", encoding->ids},
          {"type_ids", encoding->type_ids},
          {"offsets", offsets_of(*encoding, texts)}};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: tokenize_lines TOKENIZER_JSON < lines > tokens\n";
    return 2;
  }
  const auto tokenizer = assay::Tokenizer::load(argv[1]);
  if (!tokenizer) {
    std::cout << json{{"error", tokenizer.error().to_string()}}.dump() << '\n';
    return 0;
  }
  std::string line;
  while (std::getline(std::cin, line)) std::cout << answer(**tokenizer, line).dump() << '\n';
  return 0;
}
