#include "evaluate/rater_pairs.h"

#include <cmath>
#include <cstdlib>

namespace assay::evaluate {
namespace {

// How often each value was given to an item.
std::vector<double> tally(const std::vector<std::optional<std::size_t>>& item,
                          std::size_t categories) {
  std::vector<double> counts(categories, 0);
  for (const auto& value : item) {
    if (value) ++counts[*value];
  }
  return counts;
}

double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

// The share of pairs of an item's ratings that are equal; `n` is at least 2.
double equal_pairs(const std::vector<double>& counts, double n) {
  double equal = 0;
  for (const double count : counts) equal += count * (count - 1);
  return equal / (n * (n - 1));
}

// Weighted mean of value(counts, n) over the items with at least two ratings.
template <typename Value>
std::optional<double> mean_over_items(const CodedRatings& ratings,
                                      const std::vector<double>& weights, Value&& value) {
  double sum = 0;
  double total = 0;
  for (std::size_t i = 0; i < ratings.items.size(); ++i) {
    if (weights[i] == 0) continue;
    const auto counts = tally(ratings.items[i], ratings.categories.size());
    const double n = sum_of(counts);
    if (n < 2) continue;
    sum += weights[i] * value(counts, n);
    total += weights[i];
  }
  if (total == 0) return std::nullopt;
  return sum / total;
}

double weight_of(KappaWeights weights, std::size_t a, std::size_t b) {
  const auto distance = static_cast<double>(a > b ? a - b : b - a);
  switch (weights) {
    case KappaWeights::kNone:
      return a == b ? 0 : 1;
    case KappaWeights::kLinear:
      return distance;
    case KappaWeights::kQuadratic:
      return distance * distance;
  }
  return 0;
}

}  // namespace

PairTable::PairTable(const CodedRatings& ratings, std::size_t first, std::size_t second,
                     const std::vector<double>& weights)
    : size_(ratings.categories.size()),
      counts_(size_ * size_, 0),
      rows_(size_, 0),
      columns_(size_, 0) {
  for (std::size_t i = 0; i < ratings.items.size(); ++i) {
    const auto& a = ratings.items[i][first];
    const auto& b = ratings.items[i][second];
    if (!a || !b) continue;
    counts_[*a * size_ + *b] += weights[i];
    rows_[*a] += weights[i];
    columns_[*b] += weights[i];
    total_ += weights[i];
  }
}

std::optional<double> PairTable::raw_agreement() const {
  if (total_ == 0) return std::nullopt;
  double equal = 0;
  for (std::size_t a = 0; a < size_; ++a) equal += at(a, a);
  return equal / total_;
}

std::optional<double> PairTable::cohen_kappa(KappaWeights weights) const {
  double observed = 0;
  double expected = 0;
  for (std::size_t a = 0; a < size_; ++a) {
    for (std::size_t b = 0; b < size_; ++b) {
      const double weight = weight_of(weights, a, b);
      observed += weight * at(a, b);
      expected += weight * rows_[a] * columns_[b];
    }
  }
  if (total_ == 0 || expected == 0) return std::nullopt;
  return 1 - observed * total_ / expected;
}

std::optional<double> PairTable::jaccard(std::size_t category) const {
  const double both = at(category, category);
  const double either = rows_[category] + columns_[category] - both;
  if (either == 0) return std::nullopt;
  return both / either;
}

std::optional<double> PairTable::mean_jaccard() const {
  double sum = 0;
  double count = 0;
  for (std::size_t category = 0; category < size_; ++category) {
    const auto value = jaccard(category);
    if (!value) continue;
    sum += *value;
    ++count;
  }
  if (count == 0) return std::nullopt;
  return sum / count;
}

std::optional<double> fleiss_kappa(const CodedRatings& ratings,
                                   const std::vector<double>& weights) {
  std::vector<double> shares(ratings.categories.size(), 0);
  double agreed = 0;
  double total = 0;
  double raters = 0;
  for (std::size_t i = 0; i < ratings.items.size(); ++i) {
    const auto counts = tally(ratings.items[i], ratings.categories.size());
    raters = static_cast<double>(ratings.items[i].size());
    if (sum_of(counts) < raters || raters < 2) continue;
    agreed += weights[i] * equal_pairs(counts, raters);
    total += weights[i];
    for (std::size_t c = 0; c < counts.size(); ++c) shares[c] += weights[i] * counts[c];
  }
  if (total == 0) return std::nullopt;
  double chance = 0;
  for (const double share : shares)
    chance += (share / (total * raters)) * (share / (total * raters));
  // One value only: its share is 1 without rounding.
  if (chance == 1) return std::nullopt;
  return (agreed / total - chance) / (1 - chance);
}

std::optional<double> pairwise_agreement(const CodedRatings& ratings,
                                         const std::vector<double>& weights) {
  return mean_over_items(ratings, weights, equal_pairs);
}

std::optional<double> unanimity(const CodedRatings& ratings, const std::vector<double>& weights) {
  return mean_over_items(ratings, weights, [](const std::vector<double>& counts, double n) {
    for (const double count : counts) {
      if (count == n) return 1.0;
    }
    return 0.0;
  });
}

}  // namespace assay::evaluate
