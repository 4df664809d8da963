#pragma once
// Scores with yes and no, in the order of the scores: sorted once, looked at for every draw.

#include <cstddef>
#include <optional>
#include <vector>

#include "evaluate/confusion.h"

namespace assay::evaluate {

class RankedSample {
 public:
  RankedSample(const std::vector<double>& scores, const std::vector<bool>& positive);

  std::size_t size() const { return order_.size(); }
  const std::vector<std::size_t>& order() const { return order_; }  // items by ascending score
  double score(std::size_t rank) const { return scores_[rank]; }
  bool is_positive(std::size_t rank) const { return positive_[rank]; }

  // `weights` are by item, not by rank. Positive is said of scores above `threshold`.
  Confusion confusion(const std::vector<double>& weights, double threshold) const;

  // Calls visit(score, positive, negative) for every distinct score in ascending order, with the
  // weight of either class at that score; scores without weight are passed over.
  template <typename Visit>
  void for_each_score(const std::vector<double>& weights, Visit&& visit) const {
    for (std::size_t rank = 0; rank < size();) {
      const double at = scores_[rank];
      double positive = 0;
      double negative = 0;
      for (; rank < size() && scores_[rank] == at; ++rank) {
        (positive_[rank] ? positive : negative) += weights[order_[rank]];
      }
      if (positive + negative > 0) visit(at, positive, negative);
    }
  }

 private:
  std::vector<std::size_t> order_;
  std::vector<double> scores_;
  std::vector<bool> positive_;
};

// The probability that a positive item has a higher score than a negative one, ties counting half.
// Absent with one class.
std::optional<double> roc_auc(const RankedSample& sample, const std::vector<double>& weights);

// Sum over the distinct scores, highest first, of the growth in recall times the precision there.
// Absent without positive items.
std::optional<double> average_precision(const RankedSample& sample,
                                        const std::vector<double>& weights);

// The same for the other class, found by low scores.
std::optional<double> average_precision_of_negatives(const RankedSample& sample,
                                                     const std::vector<double>& weights);

}  // namespace assay::evaluate
