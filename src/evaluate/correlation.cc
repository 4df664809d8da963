#include "evaluate/correlation.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace assay::evaluate {
namespace {

bool is_constant(const std::vector<double>& values, const std::vector<double>& weights) {
  const double* first = nullptr;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (weights[i] == 0) continue;
    if (first == nullptr) first = &values[i];
    if (values[i] != *first) return false;
  }
  return true;
}

double weighted_mean(const std::vector<double>& values, const std::vector<double>& weights,
                     double total) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += weights[i] * values[i];
  return sum / total;
}

// What ties of one side take away.
struct Ties {
  double pairs = 0;    // tied pairs
  double triples = 0;  // sum of c (c - 1) (c - 2)
  double spread = 0;   // sum of c (c - 1) (2 c + 5)

  void add(double c) {
    pairs += c * (c - 1) / 2;
    triples += c * (c - 1) * (c - 2);
    spread += c * (c - 1) * (2 * c + 5);
  }
};

// Ties of a sorted sequence, by what is equal.
template <typename Equal>
Ties ties_of(std::size_t count, Equal&& equal) {
  Ties ties;
  for (std::size_t from = 0, i = 1; i <= count; ++i) {
    if (i < count && equal(from, i)) continue;
    ties.add(static_cast<double>(i - from));
    from = i;
  }
  return ties;
}

// Sorts `values` and counts the pairs that stood in the wrong order.
std::uint64_t sort_and_count(std::vector<double>& values) {
  std::vector<double> merged(values.size());
  std::uint64_t exchanges = 0;
  for (std::size_t width = 1; width < values.size(); width *= 2) {
    for (std::size_t from = 0; from < values.size(); from += 2 * width) {
      const std::size_t middle = std::min(from + width, values.size());
      const std::size_t end = std::min(from + 2 * width, values.size());
      for (std::size_t left = from, right = middle, to = from; to < end; ++to) {
        const bool take_left = right == end || (left < middle && values[left] <= values[right]);
        if (!take_left) exchanges += middle - left;
        merged[to] = take_left ? values[left++] : values[right++];
      }
    }
    values.swap(merged);
  }
  return exchanges;
}

// The probability that at most `discordant` of the pairs of a random order of n items are, or at
// least as many as mirror it; without ties.
double exact_p(std::size_t n, std::uint64_t discordant) {
  const std::uint64_t pairs = static_cast<std::uint64_t>(n) * (n - 1) / 2;
  const std::uint64_t c = std::min(discordant, pairs - discordant);
  if (n <= 2 || 2 * c == pairs) return 1;
  // share[k]: of the orders of the first j items, those with k discordant pairs.
  std::vector<double> share(static_cast<std::size_t>(c) + 1, 0);
  share[0] = 1;
  for (std::size_t j = 2; j <= n; ++j) {
    std::vector<double> next(share.size());
    double running = 0;
    for (std::size_t k = 0; k < share.size(); ++k) {
      running += share[k];
      if (k >= j) running -= share[k - j];
      next[k] = running / static_cast<double>(j);
    }
    share = std::move(next);
  }
  return std::clamp(2 * std::accumulate(share.begin(), share.end(), 0.0), 0.0, 1.0);
}

double normal_p(double n, double difference, const Ties& x, const Ties& y) {
  const double m = n * (n - 1);
  double variance = (m * (2 * n + 5) - x.spread - y.spread) / 18 + 2 * x.pairs * y.pairs / m;
  if (n > 2) variance += x.triples * y.triples / (9 * m * (n - 2));
  const double z = std::abs(difference) / std::sqrt(variance);
  return 2 * boost::math::cdf(boost::math::complement(boost::math::normal(), z));
}

}  // namespace

std::optional<double> pearson(const std::vector<double>& x, const std::vector<double>& y,
                              const std::vector<double>& weights) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (total < 2 || is_constant(x, weights) || is_constant(y, weights)) return std::nullopt;
  const double mean_x = weighted_mean(x, weights, total);
  const double mean_y = weighted_mean(y, weights, total);
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double dx = x[i] - mean_x;
    const double dy = y[i] - mean_y;
    xx += weights[i] * dx * dx;
    yy += weights[i] * dy * dy;
    xy += weights[i] * dx * dy;
  }
  // One root where it can be: of equal sums, as those of ranks in the same order, it is exact.
  const double product = xx * yy;
  const bool is_normal = std::isnormal(product);
  const double spread = is_normal ? std::sqrt(product) : std::sqrt(xx) * std::sqrt(yy);
  if (!(spread > 0) || !std::isfinite(spread)) return std::nullopt;
  return std::clamp(xy / spread, -1.0, 1.0);
}

std::optional<double> correlation_p(double correlation, std::size_t n) {
  if (n < 3) return std::nullopt;
  const double rest = (1 - correlation) * (1 + correlation);
  if (rest <= 0) return 0;
  const auto freedom = static_cast<double>(n - 2);
  const double t = std::abs(correlation) * std::sqrt(freedom / rest);
  const boost::math::students_t distribution(freedom);
  return 2 * boost::math::cdf(boost::math::complement(distribution, t));
}

std::optional<Kendall> kendall(const std::vector<double>& x, const std::vector<double>& y) {
  const std::size_t n = x.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return x[a] != x[b] ? x[a] < x[b] : y[a] < y[b]; });
  const auto same_x = [&](std::size_t i, std::size_t j) { return x[order[i]] == x[order[j]]; };
  const Ties of_x = ties_of(n, same_x);
  const Ties of_both = ties_of(
      n, [&](std::size_t i, std::size_t j) { return same_x(i, j) && y[order[i]] == y[order[j]]; });
  std::vector<double> sorted_y;
  for (const std::size_t item : order) sorted_y.push_back(y[item]);
  const std::uint64_t discordant = sort_and_count(sorted_y);
  const Ties of_y =
      ties_of(n, [&](std::size_t i, std::size_t j) { return sorted_y[i] == sorted_y[j]; });

  const auto count = static_cast<double>(n);
  const double pairs = count * (count - 1) / 2;
  if (of_x.pairs == pairs || of_y.pairs == pairs) return std::nullopt;  // also below two items
  const double difference =
      pairs - of_x.pairs - of_y.pairs + of_both.pairs - 2 * static_cast<double>(discordant);
  Kendall result;
  result.tau_b = std::clamp(
      difference / std::sqrt(pairs - of_x.pairs) / std::sqrt(pairs - of_y.pairs), -1.0, 1.0);
  const bool no_ties = of_x.pairs == 0 && of_y.pairs == 0;
  const double fewer =
      std::min(static_cast<double>(discordant), pairs - static_cast<double>(discordant));
  result.p = no_ties && (n <= 33 || fewer <= 1) ? exact_p(n, discordant)
                                                : normal_p(count, difference, of_x, of_y);
  return result;
}

}  // namespace assay::evaluate
