#include "metrics/reference/nli_sentences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fakes/fake_models.h"
#include "fakes/fake_pipeline.h"

namespace assay::reference {
namespace {

using testing::FakeNli;

Record record_of(std::string response, std::vector<Passage> knowledge) {
  Record record;
  record.response = std::move(response);
  record.knowledge = std::move(knowledge);
  return record;
}

class NliSentencesTest : public ::testing::Test {
 protected:
  NliSentencesTest() {
    pipeline_.set("Tea is hot . Milk is cold .", {.entities = {},
                                                  .noun_chunks = {},
                                                  .deps = {},
                                                  .sentences = {"Tea is hot .", "Milk is cold ."}});
    pipeline_.set(
        "Hot tea . Warm milk .",
        {.entities = {}, .noun_chunks = {}, .deps = {}, .sentences = {"Hot tea .", "Warm milk ."}});
  }

  RecordResult score(const Record& record, const MetricOptions& options = {}) {
    return make_nli_sentences(pipeline_, nli_, options, 1)
        ->score(std::span(&record, 1))
        .value()
        .at(0);
  }

  testing::FakePipeline pipeline_;
  FakeNli nli_;
};

TEST_F(NliSentencesTest, TakesTheBestSentenceOfTheKnowledgeForEachOfTheResponse) {
  nli_.set("Hot tea .", "Tea is hot .", {0.9, 0.05, 0.05, 1, false});
  nli_.set("Warm milk .", "Tea is hot .", {0.2, 0.5, 0.3, 1, false});
  nli_.set("Hot tea .", "Milk is cold .", {0.3, 0.6, 0.1, 1, false});
  nli_.set("Warm milk .", "Milk is cold .", {0.1, 0.2, 0.7, 1, true});
  const RecordResult result =
      score(record_of("Tea is hot . Milk is cold .", {{"p", "", "Hot tea . Warm milk ."}}));
  EXPECT_DOUBLE_EQ(*result.score, (0.9 + 0.3) / 2);
  EXPECT_EQ(result.scores[1].first, "entailment_minus_contradiction");
  EXPECT_DOUBLE_EQ(result.scores[1].second, (0.9 - 0.3 + 0.3 - 0.7) / 2);
  EXPECT_TRUE(result.truncated);
  ASSERT_EQ(result.units.size(), 2u);
  EXPECT_EQ(result.units[0].verdict, Verdict::kSupported);
  EXPECT_EQ(result.units[0].evidence.at(0).text, "Hot tea .");
  EXPECT_EQ(result.units[1].text, "Milk is cold .");
  EXPECT_EQ(result.units[1].span->byte_start, 13u);
  EXPECT_EQ(result.units[1].verdict, Verdict::kRefuted);
  EXPECT_EQ(result.units[1].score, 0.3);
  EXPECT_EQ(result.units[1].evidence.at(0).id, "p");
  EXPECT_EQ(result.units[1].evidence.at(0).span.byte_start, 10u);
  EXPECT_EQ(result.counts, (Metric::Counts{{"sentences", 2}, {"knowledge_sentences", 2}}));
}

TEST_F(NliSentencesTest, ReadsEveryPassage) {
  nli_.set("Black tea", "Tea", FakeNli::entailment());
  const RecordResult result =
      score(record_of("Tea", {{"", "", "Milk"}, {"", "", " "}, {"", "", "Black tea"}}));
  EXPECT_EQ(result.score, 0.8);
  EXPECT_EQ(result.units[0].verdict, Verdict::kSupported);
  EXPECT_EQ(result.units[0].evidence.at(0).id, "2");
}

TEST_F(NliSentencesTest, ASentenceThatNothingSpeaksOfIsNotDecided) {
  const RecordResult result = score(record_of("Tea", {{"", "", "Milk"}}));
  EXPECT_EQ(result.units[0].verdict, Verdict::kNotEnoughInfo);
  EXPECT_EQ(result.score, 0.1);
}

TEST_F(NliSentencesTest, PaperModeJoinsAndLowerCasesTheKnowledge) {
  nli_.set("hot tea", "Tea", FakeNli::entailment());
  MetricOptions options;
  options.compat = Compat::kQ2Paper;
  const RecordResult result =
      score(record_of("Tea", {{"a", "", "Hot"}, {"b", "", "Tea"}}), options);
  EXPECT_EQ(result.score, 0.8);
  ASSERT_EQ(result.units[0].evidence.size(), 2u);
  EXPECT_EQ(result.units[0].evidence[0].text, "Hot");
}

TEST_F(NliSentencesTest, RecordsWithoutTextsAreLeftOut) {
  EXPECT_EQ(score(record_of(" ", {{"", "", "Milk"}})).status, Status::kNoClaims);
  EXPECT_EQ(score(record_of("Tea", {})).status, Status::kNoEvidence);
  EXPECT_TRUE(nli_.asked().empty());
}

}  // namespace
}  // namespace assay::reference
