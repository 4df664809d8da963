#include "evaluate/krippendorff.h"

#include <algorithm>
#include <numeric>

namespace assay::evaluate {
namespace {

std::size_t count_ratings(const std::vector<std::optional<std::size_t>>& item) {
  return item.size() - static_cast<std::size_t>(
                           std::count(item.begin(), item.end(), std::optional<std::size_t>()));
}

// How often each value stands in items with at least two ratings.
std::vector<double> value_counts(const CodedRatings& ratings, const std::vector<double>& weights) {
  std::vector<double> counts(ratings.categories.size(), 0);
  for (std::size_t i = 0; i < ratings.items.size(); ++i) {
    if (count_ratings(ratings.items[i]) < 2) continue;
    for (const auto& value : ratings.items[i]) {
      if (value) counts[*value] += weights[i];
    }
  }
  return counts;
}

// Where the values stand on a scale on which their squared distance is what is disagreed about.
std::vector<double> scale_of(const CodedRatings& ratings, Level level,
                             const std::vector<double>& counts) {
  if (level != Level::kOrdinal) return ratings.numbers;
  // The distance of two ranks is the number of ratings between their middles.
  std::vector<double> scale;
  double below = 0;
  for (const double count : counts) {
    scale.push_back(below + count / 2);
    below += count;
  }
  return scale;
}

class Distance {
 public:
  Distance(const CodedRatings& ratings, Level level, const std::vector<double>& counts)
      : level_(level), scale_(scale_of(ratings, level, counts)) {}

  double operator()(std::size_t a, std::size_t b) const {
    if (a == b) return 0;
    if (level_ == Level::kNominal) return 1;
    double difference = scale_[a] - scale_[b];
    // Two different values from 0 up have a sum above 0.
    if (level_ == Level::kRatio) difference /= scale_[a] + scale_[b];
    return difference * difference;
  }

  // Over all pairs of ratings, in whatever items: the sum of distances, each pair both ways round.
  double between_all(const std::vector<double>& counts) const {
    const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
    if (level_ == Level::kNominal) {
      double same = 0;
      for (const double count : counts) same += count * count;
      return total * total - same;
    }
    if (level_ == Level::kRatio) return between_all_pairs(counts);
    double mean = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) mean += counts[i] * scale_[i] / total;
    double squares = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
      squares += counts[i] * (scale_[i] - mean) * (scale_[i] - mean);
    return 2 * total * squares;
  }

 private:
  double between_all_pairs(const std::vector<double>& counts) const {
    double sum = 0;
    for (std::size_t a = 0; a < counts.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) sum += 2 * counts[a] * counts[b] * (*this)(a, b);
    }
    return sum;
  }

  Level level_;
  std::vector<double> scale_;
};

double distance_within(const std::vector<std::optional<std::size_t>>& item,
                       const Distance& distance) {
  double sum = 0;
  for (std::size_t a = 0; a < item.size(); ++a) {
    for (std::size_t b = 0; item[a] && b < a; ++b) {
      if (item[b]) sum += 2 * distance(*item[a], *item[b]);
    }
  }
  return sum;
}

}  // namespace

std::optional<double> krippendorff_alpha(const CodedRatings& ratings, Level level,
                                         const std::vector<double>& weights) {
  const std::vector<double> counts = value_counts(ratings, weights);
  if (std::count_if(counts.begin(), counts.end(), [](double c) { return c > 0; }) < 2)
    return std::nullopt;
  const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
  const Distance distance(ratings, level, counts);
  double observed = 0;
  for (std::size_t i = 0; i < ratings.items.size(); ++i) {
    const std::size_t count = count_ratings(ratings.items[i]);
    if (count < 2 || weights[i] == 0) continue;
    observed +=
        weights[i] * distance_within(ratings.items[i], distance) / static_cast<double>(count - 1);
  }
  const double expected = distance.between_all(counts) / (total - 1);
  if (expected == 0) return std::nullopt;
  return 1 - observed / expected;
}

}  // namespace assay::evaluate
