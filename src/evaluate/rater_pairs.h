#pragma once
// What two raters, or all of them, have in common.

#include <optional>
#include <vector>

#include "evaluate/coded_ratings.h"

namespace assay::evaluate {

// Two raters' ratings of the items that both judged, as counts by both values. Memory
// grows with the items and the values, not with pairs of values.
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
  struct Rated {
    std::size_t first = 0;
    std::size_t second = 0;
    double weight = 0;
  };

  // What `observed` would be if the raters' values had nothing to do with each other, times the
  // total.
  double expected_distance(KappaWeights weights) const;

  // Item by item: with many values a table of all pairs of them would not fit into memory.
  std::vector<Rated> rated_;
  std::vector<double> rows_;     // by the value of the first
  std::vector<double> columns_;  // by the value of the second
  std::vector<double> equal_;    // by the value that both gave
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
