#include "evaluate/paired_tests.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <numeric>

#include "evaluate/ranks.h"

namespace assay::evaluate {
namespace {

// How much each item adds to the area: for a positive one the share of negatives below it, for a
// negative one the share of positives above it, ties counting half.
struct Placements {
  std::vector<double> positive;
  std::vector<double> negative;
  double area = 0;
};

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

Placements placements_of(const std::vector<double>& scores, const std::vector<bool>& positive) {
  std::vector<double> of_class[2];
  for (std::size_t i = 0; i < scores.size(); ++i)
    of_class[positive[i] ? 1 : 0].push_back(scores[i]);
  const std::vector<double> all_ranks = mid_ranks(scores);
  const std::vector<double> positive_ranks = mid_ranks(of_class[1]);
  const std::vector<double> negative_ranks = mid_ranks(of_class[0]);
  const auto positives = static_cast<double>(of_class[1].size());
  const auto negatives = static_cast<double>(of_class[0].size());
  Placements placements;
  for (std::size_t i = 0, p = 0, n = 0; i < scores.size(); ++i) {
    if (positive[i]) {
      placements.positive.push_back((all_ranks[i] - positive_ranks[p++]) / negatives);
    } else {
      placements.negative.push_back(1 - (all_ranks[i] - negative_ranks[n++]) / positives);
    }
  }
  placements.area = mean_of(placements.positive);
  return placements;
}

// Variance of the mean of the differences.
double variance_of_mean(const std::vector<double>& first, const std::vector<double>& second) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < first.size(); ++i) differences.push_back(first[i] - second[i]);
  const double mean = mean_of(differences);
  double squares = 0;
  for (const double difference : differences) squares += (difference - mean) * (difference - mean);
  const auto count = static_cast<double>(differences.size());
  return squares / (count - 1) / count;
}

std::optional<double> p_of(double difference, double variance) {
  // What is left of a variance of 0 by rounding.
  if (variance <= 1e-24) return std::abs(difference) <= 1e-12 ? std::optional(1.0) : std::nullopt;
  const double z = std::abs(difference) / std::sqrt(variance);
  return 2 * boost::math::cdf(boost::math::complement(boost::math::normal(), z));
}

}  // namespace

double mcnemar_p(std::size_t only_first_right, std::size_t only_second_right) {
  const std::size_t count = only_first_right + only_second_right;
  if (count == 0) return 1;
  const boost::math::binomial even(static_cast<double>(count), 0.5);
  const auto fewer = static_cast<double>(std::min(only_first_right, only_second_right));
  return std::min(1.0, 2 * boost::math::cdf(even, fewer));
}

std::optional<DeLong> delong_test(const std::vector<double>& first,
                                  const std::vector<double>& second,
                                  const std::vector<bool>& positive) {
  const auto positives = std::count(positive.begin(), positive.end(), true);
  if (positives < 2 || static_cast<std::ptrdiff_t>(positive.size()) - positives < 2)
    return std::nullopt;
  const Placements a = placements_of(first, positive);
  const Placements b = placements_of(second, positive);
  DeLong test{.first = a.area, .second = b.area, .variance = 0, .p = {}};
  test.variance =
      variance_of_mean(a.positive, b.positive) + variance_of_mean(a.negative, b.negative);
  test.p = p_of(test.first - test.second, test.variance);
  return test;
}

std::vector<double> holm(const std::vector<double>& p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  std::vector<double> corrected(p_values.size());
  double least = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto left = static_cast<double>(order.size() - i);
    least = std::max(least, std::min(1.0, left * p_values[order[i]]));
    corrected[order[i]] = least;
  }
  return corrected;
}

}  // namespace assay::evaluate
