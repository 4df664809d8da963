#include "metrics/reference/greedy_matching.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

namespace assay::reference {
namespace {

WeightedTokens tokens_of(const nlohmann::json& vectors, const nlohmann::json& weights) {
  WeightedTokens tokens;
  for (const auto& vector : vectors) {
    for (const auto& value : vector) tokens.vectors.push_back(value.get<float>());
  }
  for (const auto& weight : weights) tokens.weights.push_back(weight.get<double>());
  normalize(tokens.vectors, tokens.size());
  return tokens;
}

// tools/make_bertscore_golden.py: the numbers of bert-score's own code.
TEST(GreedyMatching, IsThatOfBertScore) {
  std::ifstream file(ASSAY_SOURCE_DIR "/tests/data/bertscore_golden.json");
  const auto cases = nlohmann::json::parse(file);
  ASSERT_GE(cases.size(), 5u);
  for (const auto& golden : cases) {
    const MatchScores scores = match(tokens_of(golden["response"], golden["response_weights"]),
                                     tokens_of(golden["other"], golden["other_weights"]));
    EXPECT_NEAR(scores.precision, golden["precision"].get<double>(), 1e-6);
    EXPECT_NEAR(scores.recall, golden["recall"].get<double>(), 1e-6);
    EXPECT_NEAR(scores.f1, golden["f1"].get<double>(), 1e-6);
  }
}

TEST(GreedyMatching, TokensWithoutWeightCanStillBeMatched) {
  const WeightedTokens response{{1, 0, 0, 1}, {1, 1}};
  const WeightedTokens other{{1, 0, 0, 1}, {0, 1}};
  const MatchScores scores = match(response, other);
  EXPECT_DOUBLE_EQ(scores.precision, 1);
  EXPECT_DOUBLE_EQ(scores.recall, 1);
}

TEST(GreedyMatching, WeighsTokens) {
  const WeightedTokens response{{1, 0, 0, 1}, {3, 1}};
  const WeightedTokens other{{1, 0}, {1}};
  const MatchScores scores = match(response, other);
  EXPECT_DOUBLE_EQ(scores.precision, 0.75);
  EXPECT_DOUBLE_EQ(scores.recall, 1);
  EXPECT_DOUBLE_EQ(scores.f1, 1.5 / 1.75);
}

TEST(Normalize, AVectorOfZerosStaysAsItIs) {
  std::vector<float> vectors = {3, 4, 0, 0};
  normalize(vectors, 2);
  EXPECT_FLOAT_EQ(vectors[0], 0.6F);
  EXPECT_FLOAT_EQ(vectors[1], 0.8F);
  EXPECT_EQ(vectors[2], 0);
}

}  // namespace
}  // namespace assay::reference
