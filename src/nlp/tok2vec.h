#pragma once
// spaCy's Tok2Vec.v2 with MultiHashEmbed.v2 and MaxoutWindowEncoder.v2 (window_size 1): a vector
// for every token from its ids and its neighbours'.
//
// The word's own part, and the first window layer's product with it, depend on its ids alone and
// are kept in a bounded cache. Thread-safe; the vectors do not depend on the cache or on other
// texts. Fails with kUnsupported when the layers are of another kind.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "assay/error.h"
#include "nlp/hash_embedding.h"
#include "nlp/maxout_layer.h"
#include "nlp/neural.h"
#include "nlp/packed_matrix.h"
#include "nlp/spacy_config.h"
#include "nlp/thinc_model.h"
#include "nlp/window_layer.h"
#include "nlp/word_cache.h"

namespace assay::nlp {

// Buffers that a caller keeps between texts, so that they are not allocated for each.
struct Tok2VecScratch {
  std::vector<float> current;  // padding, tokens, padding: one row each
  std::vector<float> next;
  std::vector<float> pieces;
  std::vector<float> embedded;
  std::vector<float> words;  // of words that the cache did not know
  std::vector<const float*> word_of_row;
  std::vector<std::size_t> unknown;
  WindowScratch window;
};

class Tok2Vec {
 public:
  // `section` is the configuration of the Tok2Vec ("components.tok2vec.model"), `model` the network
  // that contains its layers, perhaps among others.
  static Result<std::unique_ptr<Tok2Vec>> read(const SpacyConfig& config,
                                               const std::string& section, const ThincModel& model);

  std::size_t width() const { return width_; }

  // One row of `width` floats for each token, in `scratch`.
  const float* encode(std::span<const TokenIds> tokens, Tok2VecScratch& scratch) const;

 private:
  Tok2Vec() = default;
  static Result<std::unique_ptr<Tok2Vec>> read_layers(const ThincModel& model, std::size_t tables,
                                                      std::size_t depth);
  Result<void> read_mixer(const ThincLayer& maxout, const ThincLayer& norm, std::size_t tables);
  Result<void> read_first_layer(const ThincLayer& maxout, const ThincLayer& norm);
  Result<void> read_later_layer(const ThincLayer& maxout, const ThincLayer& norm);

  // Each layer sees one row further, so the vectors depend on so many rows of padding.
  std::size_t padding() const { return later_layers_.size() + 1; }
  std::size_t word_values() const { return width_ + first_products_.stride(); }
  WordKey key_of(const TokenIds& token) const;
  void look_up(std::span<const TokenIds> tokens, std::size_t first_row, std::size_t end_row,
               Tok2VecScratch& scratch) const;
  void compute_unknown(std::span<const TokenIds> tokens, std::size_t first_row,
                       Tok2VecScratch& scratch) const;
  void apply_first_layer(std::size_t first_row, std::size_t end_row, Tok2VecScratch& scratch) const;
  std::size_t width_ = 0;
  std::vector<HashEmbedding> tables_;
  PackedMatrix mixer_weights_;
  MaxoutNorm mixer_norm_;
  // The first window layer, split by the place of the word in the window: [slot][piece][output].
  PackedMatrix first_products_;
  MaxoutNorm first_norm_;
  std::size_t first_outputs_ = 0;  // of one slot
  std::vector<WindowLayer> later_layers_;
  std::vector<float> no_word_;  // what the cache would hold for padding: zeros
  std::unique_ptr<WordCache> cache_;
};

}  // namespace assay::nlp
