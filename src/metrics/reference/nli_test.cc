#include "metrics/reference/nli.h"

#include <gtest/gtest.h>

#include "fakes/fake_models.h"

namespace assay::reference {
namespace {

using testing::FakeNli;

Record record_of(std::string id, std::string response, std::vector<std::string> passages) {
  Record record;
  record.id = std::move(id);
  record.response = std::move(response);
  for (std::string& passage : passages) record.knowledge.push_back({"", "", std::move(passage)});
  return record;
}

TEST(NliMetric, ScoresTheWindowInOrderWithOneCall) {
  FakeNli nli;
  nli.set("Tea is hot.", "Hot tea.", FakeNli::entailment());
  nli.set("Tea is hot.", "Cold tea.", FakeNli::contradiction());
  const auto metric = make_nli(nli, {});
  const std::vector<Record> window = {
      record_of("a", "Hot tea.", {"Tea is hot."}), record_of("b", "", {"Tea is hot."}),
      record_of("c", "Cold tea.", {"Tea is hot."}), record_of("d", "Tea.", {}),
      record_of("e", "Tea.", {"Tea is hot."})};
  const auto results = metric->score(window).value();
  ASSERT_EQ(results.size(), 5u);
  EXPECT_EQ(results[0].score, 1.0);
  EXPECT_EQ(results[1].status, Status::kNoClaims);
  EXPECT_EQ(results[1].score, std::nullopt);
  EXPECT_EQ(results[2].score, 0.0);
  EXPECT_EQ(results[3].status, Status::kNoEvidence);
  EXPECT_EQ(results[4].score, 0.5);
  EXPECT_EQ(results[4].id, "e");
  EXPECT_EQ(results[4].metric, "nli");
  EXPECT_EQ(nli.asked().size(), 3u);
}

TEST(NliMetric, WritesTheProbabilitiesBesideTheScore) {
  FakeNli nli;
  nli.set("Tea is hot.", "Hot tea.", {0.7, 0.2, 0.1, 1, true});
  const auto metric = make_nli(nli, {});
  const std::vector<Record> window = {record_of("a", "Hot tea.", {"Tea is hot."})};
  const RecordResult result = metric->score(window).value().at(0);
  const std::vector<std::pair<std::string, double>> expected = {
      {"nli", 1},
      {"entailment", 0.7},
      {"neutral", 0.2},
      {"contradiction", 0.1},
      {"entailment_minus_contradiction", 0.7 - 0.1}};
  EXPECT_EQ(result.scores, expected);
  EXPECT_TRUE(result.truncated);
  ASSERT_EQ(result.units.size(), 1u);
  EXPECT_EQ(result.units[0].verdict, Verdict::kSupported);
}

TEST(NliMetric, OptionsNameTheModeOnly) {
  FakeNli nli;
  MetricOptions options;
  EXPECT_EQ(make_nli(nli, options)->options_json(), R"({"compat":"none"})");
  options.threshold = 0.9;
  options.compat = Compat::kQ2Paper;
  EXPECT_EQ(make_nli(nli, options)->options_json(), R"({"compat":"q2-paper"})");
}

}  // namespace
}  // namespace assay::reference
