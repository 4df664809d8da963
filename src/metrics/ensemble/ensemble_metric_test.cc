#include "metrics/ensemble/ensemble_metric.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "metrics/record_check.h"

namespace assay::ensemble {
namespace {

using ::testing::HasSubstr;

// Says of each response what was written for it; of others that they make no claims.
class WrittenMetric final : public Metric {
 public:
  WrittenMetric(std::string name, std::string options, std::vector<Need> needs)
      : name_(std::move(name)), options_(std::move(options)), needs_(std::move(needs)) {}

  const std::string& name() const override { return name_; }
  std::vector<Need> needs() const override { return needs_; }
  std::string options_json() const override { return options_; }
  std::vector<StageTime> stage_times() const override { return {{"think", 2}}; }
  Result<std::vector<RecordResult>> score(std::span<const Record> window) override {
    ++windows;
    std::vector<RecordResult> results;
    for (const Record& record : window) {
      const auto found = written.find(record.response);
      results.push_back(found == written.end() ? blank_result(record, name_, Status::kNoClaims)
                                               : found->second);
    }
    return results;
  }

  void say(const std::string& response, std::vector<std::pair<std::string, double>> scores) {
    RecordResult result;
    result.status = Status::kMeasured;
    result.score = scores.front().second;
    result.scores = std::move(scores);
    written[response] = result;
  }

  std::map<std::string, RecordResult> written;
  int windows = 0;

 private:
  const std::string name_;
  const std::string options_;
  const std::vector<Need> needs_;
};

Record record_of(const std::string& response) {
  Record record;
  record.id = "id of " + response;
  record.response = response;
  return record;
}

class EnsembleMetricTest : public ::testing::Test {
 protected:
  EnsembleMetricTest() {
    auto q2 = std::make_unique<WrittenMetric>("q2", R"({"threshold":0.5})",
                                              std::vector<Need>{Need::kKnowledge, Need::kQa});
    auto nli = std::make_unique<WrittenMetric>("nli", R"({"compat":"none"})",
                                               std::vector<Need>{Need::kKnowledge, Need::kNli});
    q2_ = q2.get();
    nli_ = nli.get();
    ensemble_.intercept = -1;
    ensemble_.terms = {{.score = "q2", .mean = 0.5, .scale = 0.25, .weight = 1},
                       {.score = "nli.entailment", .mean = 0, .scale = 1, .weight = 2}};
    metric_ = std::make_shared<EnsembleMetric>(
        ensemble_, EnsembleMetric::Components{std::make_shared<RememberingMetric>(std::move(q2)),
                                              std::make_shared<RememberingMetric>(std::move(nli))});
  }

  RecordResult score(const std::string& response) {
    const Record record = record_of(response);
    return metric_->score(std::span(&record, 1)).value().at(0);
  }

  Ensemble ensemble_;
  WrittenMetric* q2_;
  WrittenMetric* nli_;
  std::shared_ptr<EnsembleMetric> metric_;
};

TEST_F(EnsembleMetricTest, AddsWhatItsScoresContribute) {
  q2_->say("tea", {{"q2", 0.75}, {"q2-f1", 0.5}});
  q2_->written["tea"].fallback = "nli";
  nli_->say("tea", {{"nli", 1}, {"entailment", 0.25}});
  nli_->written["tea"].truncated = true;
  const RecordResult result = score("tea");
  EXPECT_EQ(result.status, Status::kMeasured);
  EXPECT_EQ(result.metric, "ensemble");
  EXPECT_EQ(result.id, "id of tea");
  const double logit = -1 + 1 + 0.5;
  EXPECT_DOUBLE_EQ(*result.score, probability_of(logit));
  const std::vector<std::pair<std::string, double>> expected = {
      {"ensemble", *result.score}, {"logit", logit},         {"q2", 0.75},
      {"contribution_q2", 1},      {"nli.entailment", 0.25}, {"contribution_nli.entailment", 0.5}};
  EXPECT_EQ(result.scores, expected);
  EXPECT_EQ(result.counts, (Metric::Counts{{"fallbacks", 1}}));
  EXPECT_TRUE(result.truncated);
}

TEST_F(EnsembleMetricTest, HasNoScoreWhereAComponentHasNone) {
  nli_->say("tea", {{"nli", 1}, {"entailment", 0.25}});
  const RecordResult result = score("tea");
  EXPECT_EQ(result.status, Status::kNoClaims);
  EXPECT_EQ(result.score, std::nullopt);
  EXPECT_TRUE(result.scores.empty());
}

TEST_F(EnsembleMetricTest, AFailureCountsBeforeAllElseAndNamesItsPart) {
  nli_->written["tea"].status = Status::kFailed;
  nli_->written["tea"].error = fail(ErrorCode::kUnsupported, "too long").value();
  const RecordResult result = score("tea");
  EXPECT_EQ(result.status, Status::kFailed);
  EXPECT_EQ(result.error->code, ErrorCode::kUnsupported);
  EXPECT_EQ(result.error->message, "its part `nli`: too long");
}

TEST_F(EnsembleMetricTest, NeedsAndOptionsAreThoseOfItsComponents) {
  EXPECT_EQ(metric_->needs(), (std::vector<Need>{Need::kKnowledge, Need::kQa, Need::kNli}));
  EXPECT_EQ(metric_->options_json(),
            R"({"intercept":-1.0,"terms":[{"score":"q2","mean":0.5,"scale":0.25,"weight":1.0},)"
            R"({"score":"nli.entailment","mean":0.0,"scale":1.0,"weight":2.0}],)"
            R"("components":{"q2":{"threshold":0.5},"nli":{"compat":"none"}}})");
}

TEST_F(EnsembleMetricTest, IsComputedOnceBesideItsComponents) {
  q2_->say("tea", {{"q2", 0.75}});
  nli_->say("tea", {{"nli", 1}, {"entailment", 0.25}});
  const auto other = std::make_shared<WrittenMetric>("nli", "{}", std::vector<Need>{});
  std::vector<std::shared_ptr<Metric>> metrics = {
      std::make_shared<WrittenMetric>("q2", R"({"threshold":0.5})", std::vector<Need>{}), metric_,
      other};
  share_components(metrics);
  EXPECT_EQ(metrics[0], metric_->components()[0]);
  EXPECT_EQ(metrics[2], other);  // its options differ
  const std::vector<Record> window = {record_of("tea")};
  for (const auto& metric : metrics) ASSERT_TRUE(metric->score(window));
  EXPECT_EQ(q2_->windows, 1);
  EXPECT_EQ(nli_->windows, 1);
  const auto times = metric_->stage_times();
  ASSERT_EQ(times.size(), 1u);  // q2 tells its own
  EXPECT_EQ(times[0].stage, "nli think");
}

TEST_F(EnsembleMetricTest, OtherRecordsAreComputedAnew) {
  q2_->say("tea", {{"q2", 0.75}});
  nli_->say("tea", {{"nli", 1}, {"entailment", 0.25}});
  q2_->say("milk", {{"q2", 0.25}});
  nli_->say("milk", {{"nli", 1}, {"entailment", 0.25}});
  Record record = record_of("tea");
  const auto scored = [&] { return *metric_->score(std::span(&record, 1)).value().at(0).score; };
  const double tea = scored();
  record = record_of("milk");  // in the same place
  EXPECT_LT(scored(), tea);
  record.knowledge = {{"", "", "Milk."}};
  scored();
  EXPECT_EQ(q2_->windows, 3);
  scored();
  EXPECT_EQ(q2_->windows, 3);
}

TEST(MakeEnsemble, RefusesScoresThatNoMetricGives) {
  for (const char* score : {"human", "q2.q3", "ensemble", "ensemble.logit"}) {
    const Ensemble ensemble{.terms = {{.score = score}}};
    const auto names = component_names(ensemble);
    ASSERT_FALSE(names) << score;
    EXPECT_THAT(names.error().message, HasSubstr(score));
  }
  const Ensemble ensemble{
      .terms = {{.score = "nli.entailment"}, {.score = "q2"}, {.score = "nli"}}};
  EXPECT_EQ(component_names(ensemble).value(), (std::vector<std::string>{"nli", "q2"}));
}

TEST(MakeEnsemble, SaysWhatItsComponentsCompareWith) {
  Ensemble ensemble{.terms = {{.score = "bleu"}}};
  std::optional<Against> told;
  const MakeMetric make = [&](std::string_view name, const MetricOptions& options) {
    told = options.against;
    return std::make_unique<WrittenMetric>(std::string(name), "{}", std::vector<Need>{});
  };
  MetricOptions options;
  options.against = Against::kReference;
  ASSERT_TRUE(make_ensemble(ensemble, options, make));
  EXPECT_EQ(told, Against::kReference);
  ensemble.against = Against::kKnowledge;
  ASSERT_TRUE(make_ensemble(ensemble, options, make));
  EXPECT_EQ(told, Against::kKnowledge);
}

}  // namespace
}  // namespace assay::ensemble
