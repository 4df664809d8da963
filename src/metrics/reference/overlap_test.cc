#include "metrics/reference/overlap.h"

#include <gtest/gtest.h>

#include "fakes/fake_pipeline.h"

namespace assay::reference {
namespace {

Record record_of(std::string response, std::vector<std::string> passages) {
  Record record;
  record.id = "r";
  record.response = std::move(response);
  for (std::string& passage : passages) record.knowledge.push_back({"", "", std::move(passage)});
  return record;
}

TEST(OverlapOf, CountsWordsAsOftenAsBothHoldThem) {
  const OverlapScore score =
      overlap_of({"tea", "tea", "hot", "cup"}, {"tea", "tea", "tea", "hot", "milk"});
  EXPECT_DOUBLE_EQ(score.precision, 3.0 / 5.0);
  EXPECT_DOUBLE_EQ(score.recall, 3.0 / 4.0);
  EXPECT_DOUBLE_EQ(score.f1, 2.0 / 3.0);
}

TEST(OverlapOf, NothingSharedIsZero) {
  EXPECT_EQ(overlap_of({"tea"}, {"milk"}).f1, 0);
  EXPECT_EQ(overlap_of({}, {"milk"}).f1, 0);
  EXPECT_EQ(overlap_of({"tea"}, {}).f1, 0);
  EXPECT_EQ(overlap_of({}, {}).f1, 0);
}

TEST(OverlapMetric, LowerCasesAndDropsStopWordsAndPunctuation) {
  testing::FakePipeline pipeline;
  pipeline.set_stop_words({"the", "is"});
  const auto metric = make_overlap(pipeline, 1);
  const std::vector<Record> window = {record_of("THE Tea is Hot .", {"Hot tea", "is the best ."})};
  const RecordResult result = metric->score(window).value().at(0);
  EXPECT_EQ(result.status, Status::kMeasured);
  // Knowledge: hot tea best; response: tea hot.
  const std::vector<std::pair<std::string, double>> expected = {
      {"overlap", 0.8}, {"precision", 1.0}, {"recall", 2.0 / 3.0}};
  ASSERT_EQ(result.scores.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(result.scores[i].first, expected[i].first);
    EXPECT_DOUBLE_EQ(result.scores[i].second, expected[i].second);
  }
  EXPECT_DOUBLE_EQ(*result.score, 0.8);
}

TEST(OverlapMetric, AResponseOfStopWordsSharesNothing) {
  testing::FakePipeline pipeline;
  pipeline.set_stop_words({"the", "is"});
  const auto metric = make_overlap(pipeline, 1);
  const std::vector<Record> window = {record_of("the is .", {"the is tea ."})};
  EXPECT_EQ(metric->score(window).value().at(0).score, 0.0);
}

TEST(OverlapMetric, StatusesAndOrderDoNotDependOnThreads) {
  testing::FakePipeline pipeline;
  const std::vector<Record> window = {record_of("", {"tea"}), record_of("tea", {}),
                                      record_of("tea", {" "}), record_of("tea", {"tea"}),
                                      record_of("milk", {"tea"})};
  for (const int threads : {1, 3}) {
    const auto results = make_overlap(pipeline, threads)->score(window).value();
    ASSERT_EQ(results.size(), 5u);
    EXPECT_EQ(results[0].status, Status::kNoClaims);
    EXPECT_EQ(results[1].status, Status::kNoEvidence);
    EXPECT_EQ(results[2].status, Status::kNoEvidence);
    EXPECT_EQ(results[3].score, 1.0);
    EXPECT_EQ(results[4].score, 0.0);
  }
}

}  // namespace
}  // namespace assay::reference
