#pragma once
// ROUGE of two texts, as rouge-score computes it.

#include <cstdint>
#include <string_view>

namespace assay::reference {

struct PrecisionRecall {
  double precision = 0;  // share of the response that the other text has
  double recall = 0;     // share of the other text that the response has
  double f1() const {
    return precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0;
  }
};

struct RougeScores {
  std::int64_t response_words = 0;
  std::int64_t other_words = 0;
  PrecisionRecall rouge1;      // words
  PrecisionRecall rouge2;      // pairs of neighbours
  PrecisionRecall rouge_l;     // longest common subsequence of the whole texts
  PrecisionRecall rouge_lsum;  // the same line by line, united over the response's lines
};

RougeScores rouge_of(std::string_view response, std::string_view other, bool stem);

}  // namespace assay::reference
