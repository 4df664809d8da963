#include "evaluate/rater_pairs.h"

#include <gtest/gtest.h>

#include <cmath>

#include "evaluate/random.h"

namespace assay::evaluate {
namespace {

constexpr KappaWeights kAllWeights[] = {KappaWeights::kNone, KappaWeights::kLinear,
                                        KappaWeights::kQuadratic};

CodedRatings random_ratings(std::size_t items, std::size_t categories, Random& random) {
  CodedRatings ratings;
  for (std::size_t i = 0; i < categories; ++i) ratings.categories.push_back(std::to_string(i));
  for (std::size_t i = 0; i < items; ++i) {
    ratings.items.emplace_back(2);
    for (auto& value : ratings.items.back()) {
      if (random.below(8) > 0) value = random.below(categories);
    }
  }
  return ratings;
}

double distance(KappaWeights weights, std::size_t a, std::size_t b) {
  const double apart = std::abs(static_cast<double>(a) - static_cast<double>(b));
  if (weights == KappaWeights::kNone) return a == b ? 0 : 1;
  return weights == KappaWeights::kLinear ? apart : apart * apart;
}

// By the definition, over all pairs of values.
std::optional<double> kappa_by_table(const CodedRatings& ratings,
                                     const std::vector<double>& item_weights,
                                     KappaWeights weights) {
  const std::size_t size = ratings.categories.size();
  std::vector<std::vector<double>> table(size, std::vector<double>(size, 0));
  std::vector<double> rows(size, 0);
  std::vector<double> columns(size, 0);
  double total = 0;
  for (std::size_t i = 0; i < ratings.items.size(); ++i) {
    const auto& item = ratings.items[i];
    if (!item[0] || !item[1]) continue;
    table[*item[0]][*item[1]] += item_weights[i];
    rows[*item[0]] += item_weights[i];
    columns[*item[1]] += item_weights[i];
    total += item_weights[i];
  }
  double observed = 0;
  double expected = 0;
  for (std::size_t a = 0; a < size; ++a) {
    for (std::size_t b = 0; b < size; ++b) {
      observed += distance(weights, a, b) * table[a][b];
      expected += distance(weights, a, b) * rows[a] * columns[b];
    }
  }
  if (total == 0 || expected == 0) return std::nullopt;
  return 1 - observed * total / expected;
}

TEST(PairTable, KappaIsThatOfTheTableOfAllValues) {
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    const std::size_t items = random.below(12);
    const CodedRatings ratings = random_ratings(items, 1 + random.below(6), random);
    std::vector<double> item_weights;
    for (std::size_t i = 0; i < items; ++i)
      item_weights.push_back(static_cast<double>(random.below(3)));
    const PairTable table(ratings, 0, 1, item_weights);
    for (const KappaWeights weights : kAllWeights)
      EXPECT_EQ(table.cohen_kappa(weights), kappa_by_table(ratings, item_weights, weights));
  }
}

// A table of all pairs of these values would be 320 GB.
TEST(PairTable, TakesMoreValuesThanATableOfThemCould) {
  CodedRatings ratings;
  constexpr std::size_t kMany = 200'000;
  for (std::size_t i = 0; i < kMany; ++i) {
    ratings.categories.push_back(std::to_string(i));
    ratings.items.push_back({i, i % 2 == 0 ? i : kMany - 1 - i});
  }
  const std::vector<double> ones(kMany, 1);
  const PairTable table(ratings, 0, 1, ones);
  EXPECT_EQ(table.raw_agreement(), 0.5);
  for (const KappaWeights weights : kAllWeights) {
    const auto kappa = table.cohen_kappa(weights);
    ASSERT_TRUE(kappa.has_value());
    EXPECT_LT(*kappa, 1);
  }
  EXPECT_EQ(unanimity(ratings, ones), 0.5);
  EXPECT_EQ(pairwise_agreement(ratings, ones), 0.5);
  EXPECT_TRUE(fleiss_kappa(ratings, ones).has_value());
}

}  // namespace
}  // namespace assay::evaluate
