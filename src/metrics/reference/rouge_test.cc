#include "metrics/reference/rouge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "metrics/reference/rouge_score.h"
#include "metrics/reference/rouge_tokens.h"

namespace assay::reference {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(RougeTokens, AreLettersAndDigitsOfAscii) {
  EXPECT_THAT(rouge_tokens("The BIG-red Bus, 3.5 Caf\xC3\xA9!", false),
              ElementsAre("the", "big", "red", "bus", "3", "5", "caf"));
  EXPECT_THAT(rouge_tokens("\xE2\x84\xAA", false), ElementsAre("k"));  // the sign for kelvin
  EXPECT_THAT(rouge_tokens(" - ", false), ::testing::IsEmpty());
}

TEST(RougeTokens, OnlyWordsOfMoreThanThreeLettersAreStemmed) {
  EXPECT_THAT(rouge_tokens("Dogs ran, its owners running", true),
              ElementsAre("dog", "ran", "its", "owner", "run"));
}

void expect(const PrecisionRecall& scores, double precision, double recall) {
  EXPECT_DOUBLE_EQ(scores.precision, precision);
  EXPECT_DOUBLE_EQ(scores.recall, recall);
}

TEST(RougeOf, CountsWordsPairsAndTheCommonSubsequence) {
  const RougeScores scores = rouge_of("police ended the gunman", "the gunman police killed", false);
  expect(scores.rouge1, 3 / 4.0, 3 / 4.0);
  expect(scores.rouge2, 1 / 3.0, 1 / 3.0);
  expect(scores.rouge_l, 2 / 4.0, 2 / 4.0);
  expect(scores.rouge_lsum, 2 / 4.0, 2 / 4.0);
  EXPECT_DOUBLE_EQ(scores.rouge_l.f1(), 0.5);
}

// The union over the response's lines: a b of the first, c of the second.
TEST(RougeOf, LsumUnitesTheLinesOfTheResponse) {
  const RougeScores scores = rouge_of("a b x\n\nc y", "c a b d", false);
  expect(scores.rouge_lsum, 3 / 5.0, 3 / 4.0);
  expect(scores.rouge_l, 2 / 5.0, 2 / 4.0);
}

// Both lines of the other text find the one `a` of the response; it counts once.
TEST(RougeOf, LsumCountsNoWordMoreOftenThanBothHaveIt) {
  const RougeScores scores = rouge_of("a\nb", "a c\na d", false);
  expect(scores.rouge_lsum, 1 / 2.0, 1 / 4.0);
}

TEST(RougeOf, TextsWithoutWordsScoreZero) {
  const RougeScores scores = rouge_of("...", "a b", false);
  expect(scores.rouge1, 0, 0);
  expect(scores.rouge_l, 0, 0);
  expect(scores.rouge_lsum, 0, 0);
  EXPECT_EQ(scores.rouge1.f1(), 0);
}

TEST(RougeMetric, TheScoreIsTheF1OfRougeL) {
  Record record;
  record.response = "the gunman was seen";
  record.references = {"The gunmen were seen"};
  MetricOptions options;
  const auto result = make_rouge(options, 1)->score(std::span(&record, 1)).value().at(0);
  EXPECT_DOUBLE_EQ(*result.score, 0.5);
  ASSERT_EQ(result.scores.size(), 13u);
  EXPECT_EQ(result.scores[0].first, "rouge");
  EXPECT_EQ(result.scores[7].first, "rougeL");
  EXPECT_DOUBLE_EQ(result.scores[7].second, 0.5);
  EXPECT_THAT(result.counts, ElementsAre(Pair("response_words", 4), Pair("other_words", 4),
                                         Pair("without_words", 0)));
  options.rouge.stem = true;
  EXPECT_EQ(make_rouge(options, 1)->options_json(),
            R"({"against":"reference","rouge_stem":true,"compat":"none"})");
}

TEST(RougeMetric, EveryKindTakesTheReferenceThatIsBestForIt) {
  Record record;
  record.response = "a b c d";
  record.references = {"d c b a", "a b x y"};
  const auto result = make_rouge({}, 1)->score(std::span(&record, 1)).value().at(0);
  EXPECT_DOUBLE_EQ(result.scores[1].second, 1);        // words: the first
  EXPECT_DOUBLE_EQ(result.scores[4].second, 1.0 / 3);  // pairs of neighbours: the second
  EXPECT_DOUBLE_EQ(*result.score, 0.5);                // in order: the second
}

TEST(RougeMetric, WithoutWordsMeansThatNoReferenceHasAny) {
  Record record;
  record.response = "tea";
  record.references = {"чай", "milk"};
  const auto counts = make_rouge({}, 1)->score(std::span(&record, 1)).value().at(0).counts;
  EXPECT_EQ(counts.back(), std::pair(std::string("without_words"), std::int64_t{0}));
}

// rouge-score knows ASCII alone: 0 says nothing there, and the count tells.
TEST(RougeMetric, CountsTextsWithoutWords) {
  Record record;
  record.response = "Москва — столица.";
  record.references = {"Москва — столица."};
  const auto result = make_rouge({}, 1)->score(std::span(&record, 1)).value().at(0);
  EXPECT_EQ(*result.score, 0);
  EXPECT_THAT(result.counts, ElementsAre(Pair("response_words", 0), Pair("other_words", 0),
                                         Pair("without_words", 1)));
}

}  // namespace
}  // namespace assay::reference
