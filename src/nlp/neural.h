#pragma once
// The statistical part of a spaCy pipeline: tok2vec, tagger, parser and entity recogniser.
//
//   auto model = NeuralModel::load("models/en_core_web_sm");
//   Annotations annotations = (*model)->annotate(tokens);
//
// Works on lexeme ids (64-bit string hashes, as spaCy's StringStore makes them), so that it knows
// nothing of tokenization. Equal input gives equal output bits: alone or beside others, in any
// thread, on every processor. Decisions equal spaCy's except where two are tied: sums of floats
// differ from BLAS's in the last bits (see smallest_margin).
//
// Thread-safety: immutable after load but for a cache that never shows in a result; annotate may be
// called from many threads at once. Cost: linear in the tokens (bench/neural_bench measures it);
// the cache of word vectors grows to at most 65 MB for a pipeline with two Tok2Vec of width 96.
// Failure: load gives kNotFound, kCorrupt, or kUnsupported with the name of the architecture that
// only spaCy itself can run; annotate cannot fail.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "assay/error.h"

namespace assay::nlp {

// What the embedding layers read of a token; the hashes are spaCy's (see string_hash.h).
struct TokenIds {
  std::uint64_t norm = 0;
  std::uint64_t prefix = 0;
  std::uint64_t suffix = 0;
  std::uint64_t shape = 0;
  bool followed_by_space = false;  // SPACY
  bool is_space = false;           // IS_SPACE
};

struct EntitySpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view label;
};

// One entry a token; label views live as long as the model that made them.
struct Annotations {
  std::vector<std::string_view> tags;
  std::vector<std::size_t> heads;  // itself for a root
  std::vector<std::string_view> deps;
  std::vector<bool> sentence_starts;
  std::vector<EntitySpan> entities;
  // Smallest difference between the best and the second best valid decision that was taken, over
  // all components: tells whether a difference from spaCy can be a tie in floating point.
  float smallest_margin = 0;
};

class NeuralModel {
 public:
  // Reads config.cfg and the folders tok2vec, tagger, parser, ner of a pipeline as spaCy saves it.
  static Result<std::unique_ptr<NeuralModel>> load(const std::filesystem::path& folder);
  virtual ~NeuralModel() = default;
  virtual Annotations annotate(std::span<const TokenIds> tokens) const = 0;
};

}  // namespace assay::nlp
