#pragma once
// spaCy's `ner` component: greedy entity recognition by moves that begin, continue, end or are a
// whole entity, or lie outside of one.
//
// Immutable after reading; thread-safe with a scratch for each thread.

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "assay/error.h"
#include "nlp/best_action.h"
#include "nlp/neural.h"
#include "nlp/transition_moves.h"
#include "nlp/transition_network.h"

namespace assay::nlp {

class EntityRecognizer {
 public:
  // `folder` is the component's own ("ner"), `name` its name in the configuration.
  static Result<EntityRecognizer> read(const SpacyConfig& config, const std::string& name,
                                       const std::filesystem::path& folder, const ThincModel& model,
                                       std::size_t token_width);

  // `vectors` holds a row for each token; no entity crosses a sentence start. The labels live as
  // long as the recogniser. Lowers `margin` to the smallest that a decision had.
  std::vector<EntitySpan> recognize(std::span<const TokenIds> tokens,
                                    const std::vector<bool>& sentence_starts, const float* vectors,
                                    TransitionScratch& scratch, float& margin) const;

 private:
  struct State;

  bool is_allowed(const Move& move, const State& state) const;
  BestAction choose(const State& state, TransitionScratch& scratch) const;
  void apply(const Move& move, State& state, std::vector<EntitySpan>& entities) const;

  TransitionNetwork network_;
  std::vector<Move> moves_;
};

}  // namespace assay::nlp
