#pragma once
// The arithmetic of BERTScore: every token of a text is matched with the most similar token of the
// other.

#include <cstddef>
#include <span>
#include <vector>

namespace assay::reference {

// The tokens of a text: unit vectors, one after the other, and how much each counts. Tokens of
// weight 0 (the special ones) count nothing, and others may match them, as in bert-score.
struct WeightedTokens {
  std::vector<float> vectors;
  std::vector<double> weights;

  std::size_t size() const { return weights.size(); }
};

// Scales each of `count` vectors to length 1; a vector of zeros stays as it is.
void normalize(std::vector<float>& vectors, std::size_t count);

struct MatchScores {
  double precision = 0;  // weighted mean over the response's tokens of their highest cosine
  double recall = 0;     // the same of the other text's
  double f1 = 0;         // their harmonic mean; 0 where it has none
};

// Of two texts whose weights do not all vanish. Cost: response * other * dimension.
MatchScores match(const WeightedTokens& response, const WeightedTokens& other);

}  // namespace assay::reference
