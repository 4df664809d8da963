#pragma once
// The baselines of BERTScore: what unrelated texts score by a model, layer by layer.

#include <optional>
#include <string>

#include "assay/error.h"
#include "metrics/reference/greedy_matching.h"

namespace assay::reference {

// Moves scores so that the baseline becomes 0 and 1 stays 1.
struct ScoreBaseline {
  double precision = 0;
  double recall = 0;
  double f1 = 0;

  MatchScores rescaled(const MatchScores& scores) const;

  // The row of `layer` in a file of bert-score: the header LAYER,P,R,F, then a row a layer; tabs
  // may stand for the commas. Absent `layer`: the file must have one row. kInvalidOption names file
  // and line.
  static Result<ScoreBaseline> read(const std::string& file, std::optional<int> layer);
};

}  // namespace assay::reference
