#pragma once
// What two raters, or all of them, have in common.

#include <optional>
#include <vector>

#include "evaluate/coded_ratings.h"

namespace assay::evaluate {

// Two raters' ratings of the items that both judged, as counts by both values.
class PairTable {
 public:
  PairTable(const CodedRatings& ratings, std::size_t first, std::size_t second,
            const std::vector<double>& weights);

  double total() const { return total_; }
  std::optional<double> raw_agreement() const;
  // Absent where chance alone would agree (both gave one value only, the same).
  std::optional<double> cohen_kappa(KappaWeights weights) const;
  // Items that both gave the category, of those that either gave it; absent where none did.
  std::optional<double> jaccard(std::size_t category) const;
  std::optional<double> mean_jaccard() const;

 private:
  double at(std::size_t a, std::size_t b) const { return counts_[a * size_ + b]; }

  std::size_t size_;
  std::vector<double> counts_;  // by the value of the first, then of the second
  std::vector<double> rows_;
  std::vector<double> columns_;
  double total_ = 0;
};

// Over the items that every rater judged. Absent where there are none, and where one value only was
// given.
std::optional<double> fleiss_kappa(const CodedRatings& ratings, const std::vector<double>& weights);

// The share of equal pairs of ratings, mean over the items with at least two.
std::optional<double> pairwise_agreement(const CodedRatings& ratings,
                                         const std::vector<double>& weights);

// The share of items, of those with at least two ratings, whose ratings are all equal.
std::optional<double> unanimity(const CodedRatings& ratings, const std::vector<double>& weights);

}  // namespace assay::evaluate
