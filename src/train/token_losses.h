#pragma once
// How well a network that writes foresees texts: the loss a token and the perplexity, by the origin
// of the rows.

#include <cstddef>
#include <string>
#include <vector>

#include "train/evaluation.h"
#include "train/row_sources.h"

namespace assay::train {

// Of one row or many.
struct TokenLoss {
  double sum = 0;  // of -log p
  std::size_t tokens = 0;

  double mean() const { return tokens == 0 ? 0 : sum / static_cast<double>(tokens); }
  void add(const TokenLoss& other) {
    sum += other.sum;
    tokens += other.tokens;
  }
};

struct NamedLosses {
  std::string name;
  std::vector<TokenLoss> of_row;
  const RowSources& origins;
};

// The best evaluation has the lowest mean loss over the origins of all sets.
Evaluation evaluation_of(const std::vector<NamedLosses>& sets);

// What the loss of each token of some rows is multiplied by: the loss of a row is the mean over
// its `tokens`, times its weight, divided by the weight of the batch.
std::vector<float> token_shares(const std::vector<std::size_t>& tokens,
                                const std::vector<double>& weights, double total_weight);

}  // namespace assay::train
