#pragma once
// Beam search as Hugging Face transformers does it (GenerationMixin._beam_search), apart from the
// model that gives the logits:
//
//   BeamSearch search(options, {.prefix = prompt, .ends = {2}, .max_tokens = 64});
//   while (!search.done()) {
//     // one row of logits for each of search.beams(): its parent among the beams before (all rows
//     // of the first step belong to the prompt) followed by its last token
//     search.advance(rows);
//   }
//   search.finish();
//
// What transformers leaves open is fixed here: of equal scores the lower beam wins, then the
// smaller token id.

#include <cstddef>
#include <span>
#include <vector>

#include "assay/generate.h"

namespace assay::llm {

struct BeamTask {
  std::vector<TokenId> prefix;  // what no_repeat_ngram looks at besides the beam's own tokens
  std::vector<TokenId> ends;    // tokens that end a continuation
  std::size_t max_tokens = 0;
};

struct Beam {
  std::size_t parent = 0;       // its place among the beams before
  std::vector<TokenId> tokens;  // generated so far
  double log_probability = 0;
};

struct FinishedBeam {
  std::vector<TokenId> tokens;  // the end token included
  double log_probability = 0;
  double score = 0;
  bool ended = false;  // by an end token
};

struct ScoredToken {
  TokenId token = 0;
  double log_probability = 0;
};

class BeamSearch {
 public:
  BeamSearch(const GenerationOptions& options, BeamTask task);

  bool done() const { return done_; }
  // Were there logits by which nothing can be chosen? What was found is worth nothing then.
  bool broken() const { return broken_; }
  const std::vector<Beam>& beams() const { return beams_; }
  // `rows`: the logits of each of beams(), in their order.
  void advance(std::span<const std::span<const float>> rows);
  // The same from log-probabilities that are known already: of each beam at least the likeliest
  // candidates_wanted() tokens, or all that it has. no_repeat_ngram is for the caller to keep then.
  void advance(std::span<const std::vector<ScoredToken>> rows);
  // So many that enough open beams are left when every end token is among them.
  std::size_t candidates_wanted() const;
  // The best `returned` continuations, best first.
  std::vector<FinishedBeam> finish() const;

 private:
  struct Candidate {
    double log_probability = 0;
    std::size_t beam = 0;
    TokenId token = 0;
  };

  class BestCandidates;

  void take(const std::vector<Candidate>& candidates);
  std::vector<double> continuation_scores(const Beam& beam, std::span<const float> row);
  bool is_end(TokenId token) const;
  void keep_finished(const Candidate& candidate, bool ended);
  bool can_improve() const;

  GenerationOptions options_;
  BeamTask task_;
  std::size_t width_;
  std::size_t length_ = 0;  // tokens that every open beam has
  std::vector<Beam> beams_;
  std::vector<FinishedBeam> finished_;  // best first, at most width_
  bool done_ = false;
  bool broken_ = false;
};

}  // namespace assay::llm
