#include "evaluate/rater_pairs.h"

#include <algorithm>
#include <numeric>

namespace assay::evaluate {
namespace {

// How often each of the values was given that an item has.
std::vector<double> tally(const std::vector<std::optional<std::size_t>>& item) {
  std::vector<std::size_t> given;
  for (const auto& value : item) {
    if (value) given.push_back(*value);
  }
  std::sort(given.begin(), given.end());
  std::vector<double> counts;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (i == 0 || given[i] != given[i - 1]) counts.push_back(0);
    ++counts.back();
  }
  return counts;
}

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
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
    const auto counts = tally(ratings.items[i]);
    const double n = sum_of(counts);
    if (n < 2) continue;
    sum += weights[i] * value(counts, n);
    total += weights[i];
  }
  if (total == 0) return std::nullopt;
  return sum / total;
}

double distance_of(KappaWeights weights, std::size_t a, std::size_t b) {
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

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// The sum of |a - b| rows[a] columns[b]: for every step between neighbours, how much of it lies on
// different sides.
double linear_distance(const std::vector<double>& rows, const std::vector<double>& columns,
                       double total) {
  double sum = 0;
  double rows_below = 0;
  double columns_below = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows_below += rows[i];
    columns_below += columns[i];
    sum += rows_below * (total - columns_below) + (total - rows_below) * columns_below;
  }
  return sum;
}

// The sum of (a - b)^2 rows[a] columns[b], by moments; counted from the first value that was given,
// so that it is 0 without rounding where there is no other.
double quadratic_distance(const std::vector<double>& rows, const std::vector<double>& columns,
                          double total) {
  std::size_t first = 0;
  while (first < rows.size() && rows[first] == 0 && columns[first] == 0) ++first;
  double row_sum = 0, row_squares = 0, column_sum = 0, column_squares = 0;
  for (std::size_t i = first; i < rows.size(); ++i) {
    const auto a = static_cast<double>(i - first);
    row_sum += a * rows[i];
    row_squares += a * a * rows[i];
    column_sum += a * columns[i];
    column_squares += a * a * columns[i];
  }
  return total * (row_squares + column_squares) - 2 * row_sum * column_sum;
}

}  // namespace

PairTable::PairTable(const CodedRatings& ratings, std::size_t first, std::size_t second,
                     const std::vector<double>& weights)
    : rows_(ratings.categories.size(), 0),
      columns_(ratings.categories.size(), 0),
      equal_(ratings.categories.size(), 0) {
  for (std::size_t i = 0; i < ratings.items.size(); ++i) {
    const auto& a = ratings.items[i][first];
    const auto& b = ratings.items[i][second];
    if (!a || !b) continue;
    rated_.push_back({*a, *b, weights[i]});
    rows_[*a] += weights[i];
    columns_[*b] += weights[i];
    if (*a == *b) equal_[*a] += weights[i];
    total_ += weights[i];
  }
}

std::optional<double> PairTable::raw_agreement() const {
  if (total_ == 0) return std::nullopt;
  return sum_of(equal_) / total_;
}

double PairTable::expected_distance(KappaWeights weights) const {
  switch (weights) {
    case KappaWeights::kNone:
      return total_ * total_ - dot(rows_, columns_);
    case KappaWeights::kLinear:
      return linear_distance(rows_, columns_, total_);
    case KappaWeights::kQuadratic:
      return quadratic_distance(rows_, columns_, total_);
  }
  return 0;
}

std::optional<double> PairTable::cohen_kappa(KappaWeights weights) const {
  double observed = 0;
  for (const auto& [first, second, weight] : rated_)
    observed += weight * distance_of(weights, first, second);
  const double expected = expected_distance(weights);
  if (total_ == 0 || expected == 0) return std::nullopt;
  return 1 - observed * total_ / expected;
}

std::optional<double> PairTable::jaccard(std::size_t category) const {
  const double both = equal_[category];
  const double either = rows_[category] + columns_[category] - both;
  if (either == 0) return std::nullopt;
  return both / either;
}

std::optional<double> PairTable::mean_jaccard() const {
  double sum = 0;
  double count = 0;
  for (std::size_t category = 0; category < rows_.size(); ++category) {
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
    const auto counts = tally(ratings.items[i]);
    raters = static_cast<double>(ratings.items[i].size());
    if (sum_of(counts) < raters || raters < 2) continue;
    agreed += weights[i] * equal_pairs(counts, raters);
    total += weights[i];
    for (const auto& value : ratings.items[i]) shares[*value] += weights[i];
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
