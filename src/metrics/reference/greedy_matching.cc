#include "metrics/reference/greedy_matching.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace assay::reference {
namespace {

// Partial sums that do not wait for one another: the order of adding is fixed here, not by the
// compiler.
constexpr std::size_t kLanes = 16;

double dot(const float* one, const float* other, std::size_t dimension) {
  std::array<float, kLanes> sums{};
  std::size_t d = 0;
  for (; d + kLanes <= dimension; d += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) sums[lane] += one[d + lane] * other[d + lane];
  }
  double sum = 0;
  for (; d < dimension; ++d) sum += static_cast<double>(one[d] * other[d]);
  for (const float part : sums) sum += static_cast<double>(part);
  return sum;
}

double weighted_mean(const std::vector<double>& values, const std::vector<double>& weights) {
  double sum = 0;
  double total = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += values[i] * weights[i];
    total += weights[i];
  }
  return total > 0 ? sum / total : 0;
}

}  // namespace

void normalize(std::vector<float>& vectors, std::size_t count) {
  const std::size_t dimension = count == 0 ? 0 : vectors.size() / count;
  for (std::size_t i = 0; i < count; ++i) {
    float* vector = vectors.data() + i * dimension;
    double squares = 0;
    for (std::size_t d = 0; d < dimension; ++d)
      squares += static_cast<double>(vector[d]) * static_cast<double>(vector[d]);
    if (squares == 0) continue;
    const double scale = 1 / std::sqrt(squares);
    for (std::size_t d = 0; d < dimension; ++d)
      vector[d] = static_cast<float>(static_cast<double>(vector[d]) * scale);
  }
}

MatchScores match(const WeightedTokens& response, const WeightedTokens& other) {
  constexpr double kLeast = -std::numeric_limits<double>::infinity();
  std::vector<double> said(response.size(), kLeast);
  std::vector<double> known(other.size(), kLeast);
  const std::size_t dimension =
      response.size() == 0 ? 0 : response.vectors.size() / response.size();
  for (std::size_t i = 0; i < said.size(); ++i) {
    for (std::size_t j = 0; j < known.size(); ++j) {
      const double cosine = dot(response.vectors.data() + i * dimension,
                                other.vectors.data() + j * dimension, dimension);
      said[i] = std::max(said[i], cosine);
      known[j] = std::max(known[j], cosine);
    }
  }
  MatchScores scores;
  if (said.empty() || known.empty()) return scores;
  scores.precision = weighted_mean(said, response.weights);
  scores.recall = weighted_mean(known, other.weights);
  const double sum = scores.precision + scores.recall;
  if (sum != 0) scores.f1 = 2 * scores.precision * scores.recall / sum;
  return scores;
}

}  // namespace assay::reference
