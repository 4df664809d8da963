#pragma once
// A Doc made from one line of `assay analyze` output, so that what works on parses can be tested
// without a pipeline.

#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "assay/nlp.h"

namespace assay::testing {

class DocFromJson {
 public:
  explicit DocFromJson(const nlohmann::json& json) {
    doc_.text = std::make_unique<const std::string>(json.at("text").get<std::string>());
    index_code_points();
    for (const auto& token : json.at("tokens")) add_token(token);
    for (const auto& range : json.at("sentences")) {
      doc_.sentences.push_back(token_range(range));
      doc_.tokens[doc_.sentences.back().begin].sent_start = true;
    }
    for (const auto& range : json.at("entities")) doc_.entities.push_back(token_range(range));
    for (const auto& range : json.at("noun_chunks")) doc_.noun_chunks.push_back(token_range(range));
  }

  const nlp::Doc& doc() const { return doc_; }

 private:
  void index_code_points() {
    const std::string& text = *doc_.text;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) bytes_.push_back(i);
    }
    bytes_.push_back(text.size());
  }

  Span span(const nlohmann::json& json) const {
    Span span;
    span.start = json.at("start");
    span.end = json.at("end");
    span.byte_start = bytes_.at(span.start);
    span.byte_end = bytes_.at(span.end);
    return span;
  }

  std::string_view intern(const nlohmann::json& json) {
    return *labels_.insert(json.get<std::string>()).first;
  }

  void add_token(const nlohmann::json& json) {
    nlp::Token token;
    token.span = span(json);
    token.text = std::string_view(*doc_.text)
                     .substr(token.span.byte_start, token.span.byte_end - token.span.byte_start);
    token.tag = intern(json.at("tag"));
    token.pos = intern(json.at("pos"));
    token.dep = intern(json.at("dep"));
    token.head = json.at("head");
    token.lemma = json.at("lemma");
    token.is_stop = json.at("is_stop");
    token.is_punct = json.at("is_punct");
    token.is_space = token.pos == "SPACE";
    doc_.tokens.push_back(std::move(token));
  }

  nlp::TokenRange token_range(const nlohmann::json& json) {
    nlp::TokenRange range;
    range.span = span(json);
    while (doc_.tokens[range.begin].span.start < range.span.start) ++range.begin;
    range.end = range.begin;
    while (range.end < doc_.tokens.size() && doc_.tokens[range.end].span.end <= range.span.end) {
      ++range.end;
    }
    if (json.contains("label")) range.label = intern(json.at("label"));
    return range;
  }

  nlp::Doc doc_;
  std::vector<std::size_t> bytes_;
  std::set<std::string> labels_;
};

}  // namespace assay::testing
