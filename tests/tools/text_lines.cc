// Runs parts of src/text over JSON lines, for the comparison with other programs (tests/oracle).
//
//   text_lines tokenize TOKENIZER_JSON   ["text"] or ["first", "second"] -> {"ids", "type_ids",
//                                        "offsets"}, with special tokens, offsets in code points
//   text_lines truncate TOKENIZER_JSON   ["first", "second", "30"] -> the same of as many tokens,
//   cut
//                                        off the second text
//   text_lines decode TOKENIZER_JSON     [5, 17, 2] -> [text, text with special tokens]
//   text_lines normalize TOKENIZER_JSON  ["text"] -> the text after the file's normalizer
//   text_lines answer squad|q2           ["first", "second"] -> [first and second normalised, F1]
//
// Reads standard input, writes one line for a line. A tokenizer that cannot be read is one line
// {"error"}.

#include <algorithm>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "assay/tokenizer.h"
#include "text/answer_text.h"
#include "text/tokenizer_parts.h"

namespace {

using assay::ByteRange;
using assay::Encoding;
using assay::Span;
using assay::TokenSource;
using nlohmann::json;
using Texts = std::vector<std::string>;
using Answer = std::function<json(const json&)>;

json error_line(const assay::Error& error) {
  return {{"error", error.to_string()}};
}

json offsets_of(const Encoding& encoding, const Texts& texts) {
  json offsets = json::array();
  std::vector<ByteRange> first = encoding.ranges;
  std::vector<ByteRange> second = encoding.ranges;
  for (std::size_t t = 0; t < encoding.size(); ++t) {
    if (encoding.sources[t] != TokenSource::kFirst) first[t] = {};
    if (encoding.sources[t] != TokenSource::kSecond) second[t] = {};
  }
  const std::vector<Span> first_spans = assay::spans_of(first, texts[0]);
  const std::vector<Span> second_spans = assay::spans_of(second, texts.back());
  for (std::size_t t = 0; t < encoding.size(); ++t) {
    const bool is_second = encoding.sources[t] == TokenSource::kSecond;
    const Span& span = is_second ? second_spans[t] : first_spans[t];
    offsets.push_back({span.start, span.end});
  }
  return offsets;
}

json line_of(const Encoding& encoding, const Texts& texts) {
  return {{"ids", encoding.ids},
          {"type_ids", encoding.type_ids},
          {"offsets", offsets_of(encoding, texts)}};
}

json tokenize(const assay::Tokenizer& tokenizer, const Texts& texts) {
  const auto encoding =
      texts.size() == 1 ? tokenizer.encode(texts[0]) : tokenizer.encode(texts[0], texts[1]);
  if (!encoding) return error_line(encoding.error());
  return line_of(*encoding, texts);
}

json cut_second(const assay::Tokenizer& tokenizer, const Texts& arguments) {
  const auto first = tokenizer.tokenize(arguments[0]);
  if (!first) return error_line(first.error());
  const auto second = tokenizer.tokenize(arguments[1]);
  if (!second) return error_line(second.error());
  const std::size_t taken = first->size() + tokenizer.specials_of_pair();
  const std::size_t room = std::stoul(arguments[2]);
  const std::size_t kept = std::min(room > taken ? room - taken : 0, second->size());
  return line_of(tokenizer.assemble(first->all(), second->slice(0, kept)),
                 {arguments[0], arguments[1]});
}

json decode(const assay::Tokenizer& tokenizer, const std::vector<std::uint32_t>& ids) {
  json answer = json::array();
  for (const bool with_specials : {false, true}) {
    const auto text = tokenizer.decode(ids, with_specials);
    if (!text) return error_line(text.error());
    answer.push_back(*text);
  }
  return answer;
}

json compare(const Texts& texts, assay::text::AnswerStyle style) {
  return {assay::text::normalize_answer(texts[0], style),
          assay::text::normalize_answer(texts[1], style),
          assay::text::answer_f1(texts[0], texts[1], style)};
}

void answer_lines(const Answer& answer) {
  std::string line;
  while (std::getline(std::cin, line)) {
    std::cout << answer(json::parse(line)).dump() << '\n';
  }
}

// Answers lines with a tokenizer; `answer` takes it and the line as Line.
template <typename Line, typename TokenizerAnswer>
int tokenizer_lines(const char* file, TokenizerAnswer&& answer) {
  const auto tokenizer = assay::Tokenizer::load(file);
  if (!tokenizer) {
    std::cout << error_line(tokenizer.error()).dump() << '\n';
    return 0;
  }
  answer_lines([&](const json& line) { return answer(**tokenizer, line.get<Line>()); });
  return 0;
}

int normalize_lines(const char* file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(stream)), {});
  const auto parts = assay::text::parse_tokenizer_json(text);
  if (!parts) {
    std::cout << error_line(parts.error()).dump() << '\n';
    return 0;
  }
  answer_lines([&](const json& line) {
    return json(parts->normalizer.apply(line[0].get<std::string>())->text());
  });
  return 0;
}

int compare_lines(const std::string& name) {
  const auto style =
      name == "squad" ? assay::text::AnswerStyle::kSquad : assay::text::AnswerStyle::kQ2;
  answer_lines([&](const json& line) { return compare(line.get<Texts>(), style); });
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string command = argc == 3 ? argv[1] : "";
  if (command == "tokenize") return tokenizer_lines<Texts>(argv[2], tokenize);
  if (command == "truncate") return tokenizer_lines<Texts>(argv[2], cut_second);
  if (command == "decode") return tokenizer_lines<std::vector<std::uint32_t>>(argv[2], decode);
  if (command == "normalize") return normalize_lines(argv[2]);
  if (command == "answer") return compare_lines(argv[2]);
  std::cerr << "usage: text_lines tokenize|truncate|decode|normalize FILE | answer squad|q2\n";
  return 2;
}
