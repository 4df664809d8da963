#pragma once
// spaCy's TransitionBasedParser.v2: scores the actions of a parser state from the vectors of a few
// tokens around it.
//
// The layer that reads those tokens is linear, so its product with each token, for each place that
// the token can have in a state, is computed once a text; a state only adds them up. Immutable;
// thread-safe; fails with kUnsupported when the layers are of another kind.

#include <span>
#include <string>
#include <vector>

#include "assay/error.h"
#include "nlp/packed_matrix.h"
#include "nlp/spacy_config.h"
#include "nlp/thinc_model.h"

namespace assay::nlp {

// What a text's states are scored from; kept between texts so that it is not allocated for each.
struct TransitionScratch {
  std::vector<float> reduced;   // token vectors of the network's own width
  std::vector<float> features;  // [token][place][piece][hidden]
  std::vector<float> hidden;
  std::vector<float> scores;
};

class TransitionNetwork {
 public:
  static constexpr std::size_t kMostPlaces = 16;
  // Stands for a place that no token takes.
  static constexpr std::ptrdiff_t kNoToken = -1;

  // `section` configures the component ("components.parser.model"); `places` and `actions` are what
  // the transition system needs, `token_width` what the Tok2Vec gives.
  static Result<TransitionNetwork> read(const SpacyConfig& config, const std::string& section,
                                        const ThincModel& model, std::size_t token_width,
                                        std::size_t places, std::size_t actions);

  // `tokens` holds `count` rows of the Tok2Vec's width.
  void start(const float* tokens, std::size_t count, TransitionScratch& scratch) const;

  // The scores of all actions for the tokens in their places; valid until the next call.
  std::span<const float> score(std::span<const std::ptrdiff_t> places,
                               TransitionScratch& scratch) const;

 private:
  std::size_t token_width_ = 0;
  std::size_t hidden_width_ = 0;
  std::size_t pieces_ = 0;
  std::size_t actions_ = 0;
  AffineLayer reduce_;
  PackedMatrix lower_;                // outputs: [place][piece][hidden]
  std::vector<float> lower_bias_;     // [piece][hidden]
  std::vector<float> missing_token_;  // [place][piece][hidden]
  AffineLayer upper_;

  Result<void> read_lower(const ThincLayer& layer, std::size_t places);
  std::size_t place_size() const { return pieces_ * hidden_width_; }
};

// A dense layer of `outputs` rows over `depth` inputs ("linear", "softmax").
Result<AffineLayer> read_dense(const ThincLayer& layer, std::size_t outputs, std::size_t depth);

}  // namespace assay::nlp
