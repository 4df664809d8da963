#pragma once
// Linguistic analysis by spaCy 3 pipelines, natively.
//
//   auto pipeline = nlp::Pipeline::load("models/en_core_web_sm");
//   nlp::Doc doc = *(*pipeline)->analyze("Brad Pitt was born in 1963.");
//
// Pipeline::load reads the folder that spaCy's `nlp.to_disk` writes (config.cfg, msgpack, JSON);
// nothing is converted. A component that is not supported is an error that names it. Tokens, tags,
// heads, labels, entities, noun chunks, lemmas and sentences equal spaCy's own.
//
// Thread-safety: a Pipeline is immutable; analyze may be called from many threads at once.
// Cost: tens of thousands of words a second on one core; memory of a loaded en_core_web_sm is in
// docs/performance.md.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "assay/result.h"

namespace assay::nlp {

struct Token {
  Span span;              // in Doc::text
  std::string_view text;  // points into Doc::text
  std::string_view tag;   // fine-grained, "NNP"; label views live as long as the Pipeline
  std::string_view pos;   // universal, "PROPN"
  std::string_view dep;   // "nsubj", "ROOT"
  std::size_t head = 0;   // index of the head token; itself for a root
  std::string lemma;
  bool is_stop = false;
  bool is_punct = false;
  bool is_space = false;
  bool sent_start = false;
};

// A range of tokens: entity, noun chunk or sentence.
struct TokenRange {
  std::size_t begin = 0;   // first token
  std::size_t end = 0;     // one past the last token
  Span span;               // in Doc::text
  std::string_view label;  // entity type, "NP" for noun chunks, empty for sentences
  std::size_t root = 0;    // the token whose head lies outside the range
};

struct Doc {
  // Owns the text that the tokens point into; a Doc can be moved but its text must not be changed.
  std::unique_ptr<const std::string> text;
  std::vector<Token> tokens;
  std::vector<TokenRange> entities;
  std::vector<TokenRange> noun_chunks;
  std::vector<TokenRange> sentences;
  // The smallest score by which a decision of the networks beat the next best one: near zero,
  // another build or processor may decide otherwise. 0 for a Doc that was only tokenized.
  float smallest_margin = 0;

  std::string_view text_of(const TokenRange& range) const {
    return std::string_view(*text).substr(range.span.byte_start,
                                          range.span.byte_end - range.span.byte_start);
  }
};

class Pipeline {
 public:
  static Result<std::unique_ptr<Pipeline>> load(const std::filesystem::path& folder);
  virtual ~Pipeline() = default;

  // `text` must be valid UTF-8. Empty text gives an empty Doc.
  virtual Result<Doc> analyze(std::string_view text) const = 0;

  // The same for many texts, spread over `threads` threads; the result does not depend on them.
  Result<std::vector<Doc>> analyze(std::span<const std::string_view> texts, int threads) const;

  // Tokenizer and lexical flags only (text, span, is_stop, is_punct, is_space): for the overlap
  // reference; many times faster than analyze.
  virtual Result<Doc> tokenize(std::string_view text) const = 0;

  // Name, version and content hash of the pipeline, for the fingerprint.
  virtual const std::string& fingerprint() const = 0;
};

}  // namespace assay::nlp
