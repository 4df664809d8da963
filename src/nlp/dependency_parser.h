#pragma once
// spaCy's `parser` component: greedy arc-eager dependency parsing.
//
// Immutable after reading; thread-safe with a scratch for each thread.

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "assay/error.h"
#include "nlp/dependency_tree.h"
#include "nlp/neural.h"
#include "nlp/parser_state.h"
#include "nlp/transition_moves.h"
#include "nlp/transition_network.h"

namespace assay::nlp {

struct ParserScratch {
  TransitionScratch network;
  ParserState state;
};

class DependencyParser {
 public:
  // `folder` is the component's own ("parser"), `name` its name in the configuration.
  static Result<DependencyParser> read(const SpacyConfig& config, const std::string& name,
                                       const std::filesystem::path& folder, const ThincModel& model,
                                       std::size_t token_width);

  // `vectors` holds a row for each token. Lowers `margin` to the smallest that a decision had.
  DependencyTree parse(std::span<const TokenIds> tokens, const float* vectors,
                       ParserScratch& scratch, float& margin) const;

  const DependencyLabels& labels() const { return labels_; }

 private:
  // Neighbouring actions of one kind.
  struct Run {
    int kind;
    std::size_t begin;
    std::size_t end;
  };

  Result<void> add_moves(const std::vector<Move>& moves);
  bool is_allowed(int kind, const ParserState& state) const;
  void step(ParserScratch& scratch, float& margin) const;
  void apply(std::size_t action, ParserState& state) const;

  TransitionNetwork network_;
  DependencyLabels labels_;
  std::size_t root_label_ = 0;
  std::vector<Run> runs_;
  std::vector<int> kinds_;  // of each action
  std::vector<std::size_t> labels_of_actions_;
};

}  // namespace assay::nlp
