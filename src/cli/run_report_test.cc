#include "cli/run_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::cli {
namespace {

using testing::HasSubstr;

RunSummary sample() {
  MetricSummary q2;
  q2.metric = "q2";
  q2.n_total = 4;
  q2.n_measured = 2;
  q2.n_fallback = 1;
  q2.mean = 0.5;
  q2.statuses = {{"measured", 2}, {"no_claims", 1}, {"no_evidence", 0}, {"failed", 1}};
  q2.score_means = {{"q2", 2, 0.5}, {"q2-f1", 2, 0.25}};
  q2.counts = {{"candidates", 7}};
  MetricSummary nli;
  nli.metric = "nli";
  nli.n_total = 4;
  RunSummary summary;
  summary.n_records = 4;
  summary.n_bad = 1;
  summary.n_resumed = 2;
  summary.metrics = {q2, nli};
  summary.stage_times = {{"q2", {{"parse", 3}, {"ask", 1}}}};
  summary.fingerprint = "assay/1:0123456789abcdef";
  summary.seconds = 0.5;
  return summary;
}

TEST(RunReport, TableShowsMeansAndWhatWasNotMeasured) {
  EXPECT_EQ(summary_table(sample(), Style(false)),
            "metric    mean        measured  fallback  not measured\n"
            "q2       0.500  2 / 4 (50.0 %)         1  1 no_claims, 1 failed\n"
            "  q2-f1  0.250  2 / 4 (50.0 %)\n"
            "nli       none   0 / 4 (0.0 %)         0\n");
}

TEST(RunReport, ScoresOfTheCorpusStandBelowTheMeans) {
  RunSummary summary = sample();
  summary.metrics[0].corpus = {{"q2", 0.625}};
  EXPECT_THAT(summary_table(summary, Style(false)), HasSubstr("  q2 of the corpus  0.625\n"));
  const Json json = summary_json(summary, {}, {});
  EXPECT_EQ(json["metrics"][0]["corpus"]["q2"], 0.625);
  EXPECT_FALSE(json["metrics"][1].contains("corpus"));
}

TEST(RunReport, SpeedCountsOnlyWhatThisProcessDid) {
  EXPECT_EQ(speed_line(sample()),
            "2 records in 0.50 s (4.0 a second); 2 records had been done before");
}

TEST(RunReport, ProfileGivesSharesAndTokensASecond) {
  LoadedModel model;
  model.need = Need::kNli;
  model.stats.tokens = 900;
  model.stats.padded_tokens = 1000;
  model.stats.seconds = 0.5;
  const std::string text = profile_tables(sample(), std::vector{model}, Style(false));
  EXPECT_THAT(text, HasSubstr("parse  3.0 s  75.0 %"));
  EXPECT_THAT(text, HasSubstr("10.0 %     1,800"));
}

TEST(RunReport, FailuresAreBadRecordsAndFailedResults) {
  RunSummary summary = sample();
  EXPECT_TRUE(has_failures(summary));
  summary.n_bad = 0;
  EXPECT_TRUE(has_failures(summary));
  summary.metrics[0].statuses = {{"measured", 4}};
  EXPECT_FALSE(has_failures(summary));
}

TEST(RunReport, RecordsThatCouldNotBeReadDidNotFailInScoring) {
  RunSummary summary = sample();
  EXPECT_EQ(failed_in_scoring(summary), 0U);
  summary.metrics[0].statuses = {{"failed", 3}};
  summary.metrics[1].statuses = {{"failed", 1}};
  EXPECT_EQ(failed_in_scoring(summary), 2U);
}

TEST(RunReport, JsonTellsWhatFailed) {
  RunSummary summary = sample();
  summary.first_failures = {{"r1", "q2", fail(ErrorCode::kUnsupported, "too long").value()}};
  const Json json = summary_json(summary, {}, {});
  EXPECT_EQ(json["failures"][0].dump(), R"({"id":"r1","metric":"q2","error":"too long"})");
}

TEST(RunReport, JsonHasNoNumberWhereNothingWasMeasured) {
  const Json json = summary_json(sample(), {}, std::vector<std::string>{"missed"});
  EXPECT_EQ(json["metrics"][0]["mean"], 0.5);
  EXPECT_EQ(json["metrics"][0]["scores"]["q2-f1"]["mean"], 0.25);
  EXPECT_EQ(json["metrics"][0]["statuses"]["failed"], 1);
  EXPECT_TRUE(json["metrics"][1]["mean"].is_null());
  EXPECT_EQ(json["missed"][0], "missed");
}

}  // namespace
}  // namespace assay::cli
