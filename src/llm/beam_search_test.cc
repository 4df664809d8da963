#include "llm/beam_search.h"

#include <gmock/gmock.h>

#include <cmath>

#include "llm/log_probabilities.h"
#include "llm/ngram_rule.h"

namespace assay::llm {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

TEST(NgramRule, BlocksWhatWouldComeTwice) {
  const std::vector<TokenId> tokens = {1, 2, 3, 1, 2, 4, 1, 2};
  EXPECT_THAT(tokens_completing_ngrams(tokens, 3), ElementsAre(3, 4));
  EXPECT_THAT(tokens_completing_ngrams(tokens, 1), UnorderedElementsAre(1, 2, 3, 1, 2, 4, 1, 2));
  EXPECT_THAT(tokens_completing_ngrams(tokens, 0), IsEmpty());
  EXPECT_THAT(tokens_completing_ngrams({}, 2), IsEmpty());
}

TEST(LogProbabilities, SumToOneWhateverTheSize) {
  const std::vector<float> logits = {1000, 999, -1e30F};
  const std::vector<double> values = log_probabilities(logits);
  EXPECT_NEAR(std::exp(values[0]) + std::exp(values[1]) + std::exp(values[2]), 1, 1e-6);
  EXPECT_NEAR(values[0] - values[1], 1, 1e-6);
}

// A model that says the same after everything.
std::vector<FinishedBeam> run(const GenerationOptions& options, std::vector<float> row,
                              std::size_t most) {
  BeamSearch search(options, {{}, {0}, most});
  while (!search.done()) {
    const std::vector<std::span<const float>> rows(search.beams().size(), row);
    search.advance(rows);
  }
  return search.finish();
}

TEST(BeamSearch, OfEqualScoresTheSmallerTokenWins) {
  const auto found = run({.beams = 2, .returned = 2}, {-100, 1, 1, 1, 1}, 1);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_THAT(found[0].tokens, ElementsAre(1));
  EXPECT_THAT(found[1].tokens, ElementsAre(2));
  EXPECT_FALSE(found[0].ended);
}

TEST(BeamSearch, EarlyStoppingTakesTheFirstThatEnd) {
  GenerationOptions options{.beams = 2, .returned = 2};
  options.early_stopping = EarlyStopping::kYes;
  const auto found = run(options, {1, 1, 0}, 10);
  EXPECT_THAT(found[0].tokens, ElementsAre(0));
  EXPECT_THAT(found[1].tokens, ElementsAre(1, 0));
  EXPECT_TRUE(found[1].ended);
}

TEST(BeamSearch, AVocabularyOfOneEndTokenEnds) {
  const auto found = run({.beams = 2}, {1}, 10);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].tokens, ElementsAre(0));
}

}  // namespace
}  // namespace assay::llm
