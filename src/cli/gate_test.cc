#include "cli/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<MetricInfo> kMetrics = {
    {.name = "q2", .summary = {}, .needs = {}, .scores = {{.name = "q2"}, {.name = "q2-f1"}}},
    {.name = "overlap", .summary = {}, .needs = {}, .scores = {{.name = "overlap"}}},
    {.name = "bleu", .summary = {}, .needs = {}, .scores = {{.name = "bleu", .most = 100}}}};

RunSummary run_of(std::optional<double> mean, std::uint64_t measured, std::uint64_t total) {
  MetricSummary q2;
  q2.metric = "q2";
  q2.mean = mean;
  q2.n_measured = measured;
  q2.n_total = total;
  q2.score_means = {{"q2-f1", 3, 0.25}};
  RunSummary summary;
  summary.metrics.push_back(q2);
  return summary;
}

FailUnder gate_of(std::string_view text) {
  return parse_fail_under(text, kMetrics).value();
}

TEST(LeastRecords, IsACountOfDigitsOrAShare) {
  EXPECT_EQ(parse_least_records("--min-measured", "100")->records, 100U);
  EXPECT_EQ(parse_least_records("--min-measured", "18446744073709551615")->records, UINT64_MAX);
  EXPECT_EQ(parse_least_records("--min-measured", "0.25")->share, 0.25);
  EXPECT_EQ(parse_least_records("--min-measured", "25%")->share, 0.25);
  EXPECT_EQ(parse_least_records("--min-measured", "99.5%")->share, 0.995);
  for (const char* text : {"", "%", ".", "1e20", "1e-1", "1.0e-1", "9e1%", "1.5", "101%", "-1",
                           "100000000000000000000", " 1", "0x1", "inf", "nan"}) {
    EXPECT_FALSE(parse_least_records("--min-measured", text)) << text;
  }
}

TEST(FailUnder, WithoutANameMeansTheFirstMetric) {
  EXPECT_EQ(gate_of("0.6").metric, "q2");
  EXPECT_EQ(gate_of("0.6").least, 0.6);
}

TEST(FailUnder, NamesAMetricOrOneOfItsScores) {
  EXPECT_EQ(gate_of("overlap=0.1").metric, "overlap");
  EXPECT_EQ(gate_of("q2.q2-f1=0.1").score, "q2-f1");
}

TEST(FailUnder, RejectsWhatItCannotRead) {
  for (const char* text : {"", "high", "q2=", "q2=0.5x", "nan", "inf"})
    EXPECT_FALSE(parse_fail_under(text, kMetrics)) << text;
  EXPECT_THAT(parse_fail_under("rouge=0.5", kMetrics).error().hint, HasSubstr("q2, overlap"));
}

TEST(FailUnder, RejectsScoresThatTheMetricDoesNotHave) {
  const auto gate = parse_fail_under("q2.f1=0.4", kMetrics);
  ASSERT_FALSE(gate);
  EXPECT_EQ(gate.error().code, ErrorCode::kInvalidOption);
  EXPECT_EQ(gate.error().message, "--fail-under `q2.f1=0.4` names no score of q2");
  EXPECT_EQ(gate.error().hint, "q2 has the scores q2, q2-f1");
}

TEST(FailUnder, RejectsWhatNoScoreCanBe) {
  for (const char* text : {"60", "-0.1", "overlap=1.01", "q2.q2-f1=2"}) {
    const auto gate = parse_fail_under(text, kMetrics);
    ASSERT_FALSE(gate) << text;
    EXPECT_THAT(gate.error().hint, HasSubstr("is from 0 to 1")) << text;
  }
  EXPECT_TRUE(parse_fail_under("0", kMetrics));
  EXPECT_TRUE(parse_fail_under("1", kMetrics));
}

TEST(FailUnder, EqualPassesAndLessFails) {
  const std::vector<FailUnder> gates = {gate_of("0.5")};
  EXPECT_THAT(missed_gates(run_of(0.5, 3, 3), gates, {}), IsEmpty());
  EXPECT_THAT(missed_gates(run_of(0.49, 3, 3), gates, {}),
              ElementsAre("the mean of q2 is 0.49, under 0.5"));
}

TEST(FailUnder, FailsWhenNothingWasMeasured) {
  const std::vector<FailUnder> gates = {gate_of("0")};
  EXPECT_THAT(missed_gates(run_of(std::nullopt, 0, 3), gates, {}),
              ElementsAre(HasSubstr("nothing was measured")));
}

TEST(FailUnder, LooksAtANamedScore) {
  const std::vector<FailUnder> gates = {gate_of("q2.q2-f1=0.3")};
  EXPECT_THAT(missed_gates(run_of(0.9, 3, 3), gates, {}),
              ElementsAre("the mean of q2.q2-f1 is 0.25, under 0.3"));
}

RunSummary bleu_run(double mean, std::optional<double> corpus) {
  MetricSummary bleu;
  bleu.metric = "bleu";
  if (corpus) bleu.mean = mean;
  if (corpus) bleu.corpus = {{"bleu", *corpus}};
  RunSummary summary;
  summary.metrics.push_back(bleu);
  return summary;
}

TEST(FailUnder, LooksAtTheScoreOfTheCorpusAndNotAtTheMean) {
  const std::vector<FailUnder> gates = {gate_of("bleu.corpus=30")};
  EXPECT_THAT(missed_gates(bleu_run(10, 30), gates, {}), IsEmpty());
  EXPECT_THAT(missed_gates(bleu_run(90, 29.5), gates, {}),
              ElementsAre("bleu of the corpus is 29.5, under 30"));
  EXPECT_THAT(missed_gates(bleu_run(10, 30), std::vector<FailUnder>{gate_of("bleu=30")}, {}),
              ElementsAre("the mean of bleu is 10, under 30"));
}

TEST(FailUnder, FailsWhenTheCorpusIsEmpty) {
  const std::vector<FailUnder> gates = {gate_of("bleu.corpus=0")};
  EXPECT_THAT(missed_gates(bleu_run(0, std::nullopt), gates, {}),
              ElementsAre("bleu has no score of the corpus: nothing was measured"));
}

TEST(FailUnder, RejectsTheCorpusOfMetricsThatScoreRecordsAlone) {
  const auto gate = parse_fail_under("q2.corpus=0.4", kMetrics);
  ASSERT_FALSE(gate);
  EXPECT_EQ(gate.error().message,
            "--fail-under `q2.corpus=0.4` asks for a score of the corpus, which q2 has not");
  EXPECT_THAT(gate.error().hint, HasSubstr("q2 has the scores q2, q2-f1; of each the mean"));
  EXPECT_THAT(parse_fail_under("bleu.corpus=101", kMetrics).error().hint,
              HasSubstr("is from 0 to 100"));
  EXPECT_THAT(parse_fail_under("bleu.foo=1", kMetrics).error().hint,
              HasSubstr("and corpus for all records"));
}

TEST(LeastRecords, ReadsCountsAndShares) {
  EXPECT_EQ(parse_least_records("--min-measured", "100")->records, 100u);
  EXPECT_EQ(parse_least_records("--min-measured", "0.9")->share, 0.9);
  EXPECT_EQ(parse_least_records("--min-measured", "90%")->share, 0.9);
  for (const char* text : {"", "-1", "many", "1.5", "101%"})
    EXPECT_FALSE(parse_least_records("--min-measured", text)) << text;
}

TEST(LeastRecords, AreTheWholeNumberThatAShareMeans) {
  for (std::uint64_t percent = 1; percent <= 100; ++percent) {
    const auto least = parse_least_records("--min-grounded", std::to_string(percent) + "%");
    ASSERT_TRUE(least);
    EXPECT_EQ(records_needed(*least, 100), percent);
    EXPECT_EQ(records_needed(*least, 1'000'000'000), percent * 10'000'000);
    EXPECT_EQ(records_needed(*least, 101), percent + 1);
  }
}

TEST(LeastRecords, CountsMeasuredRecords) {
  EXPECT_THAT(missed_gates(run_of(0.5, 9, 10), {}, *parse_least_records("--min-measured", "0.9")),
              IsEmpty());
  EXPECT_THAT(missed_gates(run_of(0.5, 8, 10), {}, *parse_least_records("--min-measured", "90%")),
              ElementsAre("q2 measured 8 of 10 records, fewer than 9"));
  EXPECT_THAT(missed_gates(run_of(0.5, 8, 10), {}, *parse_least_records("--min-measured", "9")),
              ElementsAre("q2 measured 8 of 10 records, fewer than 9"));
}

}  // namespace
}  // namespace assay::cli
