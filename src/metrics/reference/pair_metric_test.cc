#include "metrics/reference/pair_metric.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::reference {
namespace {

using ::testing::ElementsAre;

// Remembers nothing: the score is the length of the other texts, the response is told apart by it.
class LengthScorer final : public PairScorer {
 public:
  const char* name() const override { return "length"; }
  std::string options_json() const override { return R"("unit":"bytes",)"; }
  std::vector<Need> needs() const override { return {Need::kWordNet}; }
  PairScores score(std::string_view response, std::span<const std::string> others) const override {
    std::string other;
    for (const std::string& text : others) other += text;
    const auto bytes = static_cast<double>(other.size());
    const bool is_lower = other.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == other.npos;
    return {bytes,
            {{"length", bytes}, {"lower", is_lower ? 1.0 : 0.0}},
            {{"response", static_cast<std::int64_t>(response.size())}}};
  }
};

std::unique_ptr<Metric> metric_of(const MetricOptions& options, int threads = 1) {
  return make_pair_metric(std::make_unique<LengthScorer>(), options, threads);
}

std::vector<Record> records() {
  const auto record = [](std::string response, std::optional<std::string> reference,
                         std::vector<Passage> knowledge) {
    Record made;
    made.response = std::move(response);
    if (reference) made.references = {*std::move(reference)};
    made.knowledge = std::move(knowledge);
    return made;
  };
  return {record("Tea", "Hot", {{"", "", "Milk"}, {"", "", "Tea"}}),
          record(" ", "Hot", {{"", "", "Milk"}}), record("Tea", std::nullopt, {{"", "", "Milk"}}),
          record("Tea", "\xC2\xA0", {{"", "", " "}}), record("Tea", "Hot", {})};
}

TEST(PairMetric, ComparesWithTheReferenceUnlessToldOtherwise) {
  for (const int threads : {1, 3}) {
    const auto results = metric_of({}, threads)->score(records()).value();
    ASSERT_EQ(results.size(), 5u);
    EXPECT_EQ(results[0].score, 3);
    EXPECT_EQ(results[0].counts[0].second, 3);
    EXPECT_EQ(results[1].status, Status::kNoClaims);
    EXPECT_EQ(results[2].status, Status::kNoEvidence);
    EXPECT_EQ(results[3].status, Status::kNoEvidence);
    EXPECT_EQ(results[4].score, 3);
  }
}

TEST(PairMetric, ComparesWithEveryReference) {
  std::vector<Record> window = records();
  window[0].references = {"Hot", "Warm"};
  EXPECT_EQ(metric_of({})->score(window).value()[0].score, 7);
}

TEST(PairMetric, ComparesWithTheJoinedKnowledge) {
  MetricOptions options;
  options.against = Against::kKnowledge;
  const auto results = metric_of(options)->score(records()).value();
  EXPECT_EQ(results[0].score, 8);  // "Milk Tea"
  EXPECT_EQ(results[0].scores[1].second, 0);
  EXPECT_EQ(results[1].status, Status::kNoClaims);
  EXPECT_EQ(results[2].score, 4);
  EXPECT_EQ(results[3].status, Status::kNoEvidence);
  EXPECT_EQ(results[4].status, Status::kNoEvidence);
}

TEST(PairMetric, PaperModeComparesWithTheLowerCasedKnowledge) {
  MetricOptions options;
  options.compat = Compat::kQ2Paper;
  const auto results = metric_of(options)->score(records()).value();
  EXPECT_EQ(results[0].score, 8);
  EXPECT_EQ(results[0].scores[1].second, 1);
  options.against = Against::kReference;
  EXPECT_EQ(metric_of(options)->score(records()).value()[0].scores[1].second, 0);
}

TEST(PairMetric, NeedsAndOptionsSayWhatIsComparedWith) {
  MetricOptions options;
  EXPECT_THAT(metric_of(options)->needs(), ElementsAre(Need::kReference, Need::kWordNet));
  EXPECT_EQ(metric_of(options)->options_json(),
            R"({"against":"reference","unit":"bytes","compat":"none"})");
  options.against = Against::kKnowledge;
  EXPECT_THAT(metric_of(options)->needs(), ElementsAre(Need::kKnowledge, Need::kWordNet));
  EXPECT_EQ(metric_of(options)->options_json(),
            R"({"against":"knowledge","unit":"bytes","compat":"none"})");
}

}  // namespace
}  // namespace assay::reference
