#pragma once
// A linguistic pipeline whose analyses are written by the test.
//
//   FakePipeline pipeline;
//   pipeline.set("Ann likes tea", {.entities = {"Ann"}, .noun_chunks = {"Ann", "tea"}});
//
// Tokens are what stands between spaces. A text that was not set has no entities, chunks or labels.

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "assay/nlp.h"

namespace assay::testing {

class FakePipeline final : public nlp::Pipeline {
 public:
  struct Analysis {
    std::vector<std::string> entities;  // found from left to right, each after the one before
    std::vector<std::string> noun_chunks;
    std::map<std::string, std::string> deps;      // word -> dependency label
    std::map<std::string, std::string> pos = {};  // word -> part of speech
    std::vector<std::string> sentences = {};
  };

  void set(const std::string& text, Analysis analysis) { analyses_[text] = std::move(analysis); }
  void set_stop_words(std::set<std::string> words) { stop_words_ = std::move(words); }

  // Texts that were analysed, for tests that count.
  int analysed() const { return analysed_; }

  using nlp::Pipeline::analyze;

  Result<nlp::Doc> analyze(std::string_view text) const override {
    ++analysed_;
    nlp::Doc doc = cut(text);
    const auto known = analyses_.find(text);
    if (known == analyses_.end()) return doc;
    for (nlp::Token& token : doc.tokens) {
      const auto dep = known->second.deps.find(std::string(token.text));
      if (dep != known->second.deps.end()) token.dep = dep->second;
      const auto pos = known->second.pos.find(std::string(token.text));
      if (pos != known->second.pos.end()) token.pos = pos->second;
    }
    doc.entities = find(doc, known->second.entities, "ENT");
    doc.noun_chunks = find(doc, known->second.noun_chunks, "NP");
    doc.sentences = find(doc, known->second.sentences, "");
    return doc;
  }

  Result<nlp::Doc> tokenize(std::string_view text) const override { return cut(text); }

  const std::string& fingerprint() const override { return fingerprint_; }

 private:
  nlp::Doc cut(std::string_view text) const {
    nlp::Doc doc;
    doc.text = std::make_unique<const std::string>(text);
    const std::string_view whole = *doc.text;
    std::size_t begin = 0;
    while (begin < whole.size()) {
      const std::size_t end = std::min(whole.find(' ', begin), whole.size());
      if (end > begin) doc.tokens.push_back(token_at(whole, begin, end));
      begin = end + 1;
    }
    return doc;
  }

  nlp::Token token_at(std::string_view text, std::size_t begin, std::size_t end) const {
    nlp::Token token;
    token.text = text.substr(begin, end - begin);
    token.span = {begin, end, begin, end};
    token.is_punct = token.text == "." || token.text == "," || token.text == "?";
    token.is_stop = stop_words_.contains(lower(token.text));
    return token;
  }

  static std::string lower(std::string_view word) {
    std::string lowered(word);
    std::transform(lowered.begin(), lowered.end(), lowered.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return lowered;
  }

  static std::vector<nlp::TokenRange> find(const nlp::Doc& doc,
                                           const std::vector<std::string>& phrases,
                                           std::string_view label) {
    std::vector<nlp::TokenRange> ranges;
    std::size_t from = 0;
    for (const std::string& phrase : phrases) {
      const std::size_t begin = doc.text->find(phrase, from);
      if (begin == std::string::npos) continue;
      from = begin + phrase.size();
      nlp::TokenRange range;
      range.span = {begin, from, begin, from};
      range.label = label;
      for (std::size_t i = 0; i < doc.tokens.size(); ++i) {
        if (doc.tokens[i].span.byte_end <= begin) range.begin = i + 1;
        if (doc.tokens[i].span.byte_start < from) range.end = i + 1;
      }
      ranges.push_back(range);
    }
    return ranges;
  }

  std::map<std::string, Analysis, std::less<>> analyses_;
  std::set<std::string> stop_words_;
  std::string fingerprint_ = "fake-pipeline";
  mutable std::atomic<int> analysed_ = 0;
};

}  // namespace assay::testing
