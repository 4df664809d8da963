#include "metrics/reference/meteor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "metrics/reference/meteor_alignment.h"
#include "wordnet_files.h"

namespace assay::reference {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

class Meteor : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::write_wordnet(folder_);
    wordnet_ = nlp::WordNet::load(folder_.path()).value();
  }

  MeteorAlignment aligned(std::string_view response, std::string_view reference) const {
    return align(meteor_tokens(response), meteor_tokens(reference), *wordnet_);
  }
  RecordResult score(
      const std::string& response, const std::string& reference,
      MeteorOptions::Parameters parameters = MeteorOptions::Parameters::kNltk) const {
    Record record;
    record.response = response;
    record.references = {reference};
    MetricOptions options;
    options.meteor.parameters = parameters;
    return make_meteor(*wordnet_, options, 1)->score(std::span(&record, 1)).value().at(0);
  }

  const TestFolder folder_;
  std::unique_ptr<nlp::WordNet> wordnet_;
};

TEST(MeteorTokens, AreRunsOfWordCharactersAndOfOthers) {
  EXPECT_THAT(
      meteor_tokens("Don't pay 3,50€ ... snake_case e\xCC\x81"),
      ElementsAre("don", "'", "t", "pay", "3", ",", "50", "€", "...", "snake_case", "e\xCC\x81"));
  EXPECT_THAT(meteor_tokens(" \n"), ::testing::IsEmpty());
}

TEST_F(Meteor, MatchesEqualWordsThenStemsThenSynonyms) {
  const MeteorAlignment alignment = aligned("the cars stopped", "the automobile stops");
  EXPECT_EQ(alignment.exact, 1u);
  EXPECT_EQ(alignment.stems, 1u);
  EXPECT_EQ(alignment.synonyms, 0u);  // the stem of automobile is not in WordNet
  EXPECT_EQ(aligned("the trial", "the runs").synonyms, 0u);
  EXPECT_EQ(aligned("the runs", "the trial").synonyms, 1u);
  EXPECT_EQ(aligned("the sparrow", "the car").matches(), 1u);
}

TEST_F(Meteor, MatchesFromTheEndAndCountsRuns) {
  EXPECT_EQ(aligned("a b c", "a b c").chunks, 1u);
  EXPECT_EQ(aligned("a b c", "a x b c").chunks, 2u);
  EXPECT_EQ(aligned("c b a", "a b c").chunks, 3u);
  // The one `a` of the response takes the last of the other text.
  EXPECT_EQ(aligned("a b", "a b a").chunks, 2u);
  EXPECT_EQ(aligned("x", "y").chunks, 0u);
}

TEST_F(Meteor, WeighsPrecisionRecallAndRuns) {
  const RecordResult result = score("the red bridge fell", "the bridge fell down");
  // Three words of four on either side, in two runs.
  const double penalty = 0.5 * std::pow(2.0 / 3, 3);
  EXPECT_DOUBLE_EQ(*result.score, (1 - penalty) * 0.75);
  EXPECT_THAT(result.scores, ElementsAre(Pair("meteor", *result.score), Pair("precision", 0.75),
                                         Pair("recall", 0.75), Pair("penalty", penalty)));
  EXPECT_THAT(result.counts,
              ElementsAre(Pair("response_tokens", 4), Pair("other_tokens", 4), Pair("equal", 3),
                          Pair("stems", 0), Pair("synonyms", 0), Pair("chunks", 2)));
}

TEST_F(Meteor, TheParametersOf2007WeighOtherwise) {
  const RecordResult result =
      score("the red bridge fell", "bridge fell", MeteorOptions::Parameters::k2007);
  const double mean = 0.5 * 1 / (0.81 * 0.5 + 0.19 * 1);
  EXPECT_DOUBLE_EQ(*result.score, (1 - 0.28 * std::pow(0.5, 0.83)) * mean);
}

TEST_F(Meteor, NothingMatchedIsZero) {
  EXPECT_EQ(score("sparrow", "car").score, 0);
}

}  // namespace
}  // namespace assay::reference
