#include "assay/classify.h"

#include <gmock/gmock.h>

#include <cmath>

#include "assay/correlate.h"
#include "assay/system_level.h"

namespace assay::evaluate {
namespace {

using testing::HasSubstr;

Score none() {
  return Score(tl::unexpect, NoScore::kNoClaims);
}

ScoreTable table_of(std::vector<std::vector<Score>> metrics) {
  ScoreTable table;
  table.files = {"in.csv"};
  for (std::size_t i = 0; i < metrics.front().size(); ++i) {
    table.ids.push_back(std::to_string(i));
    table.places.push_back({0, i + 2});
  }
  for (std::size_t i = 0; i < metrics.size(); ++i)
    table.scores.push_back({"m" + std::to_string(i), std::move(metrics[i])});
  return table;
}

double value_of(const NamedEstimates& estimates, const std::string& name) {
  for (const auto& [known, estimate] : estimates) {
    if (known == name) return estimate.value.value_or(-1);
  }
  return -2;
}

TEST(Classify, CallsGroundedWhatScoresMoreThanTheThreshold) {
  const ScoreTable table = table_of({{0.5, 0.6, 0.2, 0.9}});
  const auto report = classify(table, {true, true, false, std::nullopt}, {.curves = true});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->n_items, 4U);
  EXPECT_EQ(report->n_unlabelled, 1U);
  const MetricReport& metric = report->metrics.at(0);
  EXPECT_EQ(metric.missing, "none");
  EXPECT_EQ(metric.n, 3U);
  EXPECT_EQ(metric.true_positive, 1U);
  EXPECT_EQ(metric.false_negative, 1U);  // 0.5 is not above 0.5
  EXPECT_EQ(metric.true_negative, 1U);
  EXPECT_DOUBLE_EQ(value_of(metric.measures, "roc_auc"), 1);
  EXPECT_THAT(metric.curve->thresholds, testing::ElementsAre(0.2, 0.5, 0.6));
  EXPECT_THAT(metric.curve->true_positive, testing::ElementsAre(2U, 1U, 0U));
  EXPECT_THAT(metric.curve->true_negative, testing::ElementsAre(1U, 1U, 1U));
}

TEST(Classify, AddsTheNumbersOfEachDataSetInOrderOfAppearance) {
  ScoreTable table = table_of({{0.9, 0.1, 0.8, none(), 0.2, 0.7}});
  table.texts.push_back({"set", {"y", "x", "y", "x", std::nullopt, "x"}});
  const Labels labels = {true, false, false, true, true, true};
  const auto report = classify(table, labels, {.folds = 0, .dataset = "set"});
  ASSERT_TRUE(report);
  std::vector<std::tuple<std::string, std::string, std::size_t, double>> rows;
  for (const MetricReport& metric : report->metrics)
    rows.emplace_back(metric.dataset.value_or("all"), metric.missing, metric.n,
                      value_of(metric.measures, "accuracy"));
  // What is missing is the least score of all items, also in a set.
  EXPECT_THAT(rows, testing::ElementsAre(
                        std::tuple("all", "dropped", 5U, 0.6), std::tuple("all", "filled", 6U, 0.5),
                        std::tuple("y", "none", 2U, 0.5), std::tuple("x", "dropped", 2U, 1.0),
                        std::tuple("x", "filled", 3U, 2.0 / 3)));
  EXPECT_EQ(report->metrics.back().fill, 0.1);
  EXPECT_FALSE(classify(table, labels, {.dataset = "nowhere"}));
}

TEST(Classify, NamesAFewOfManyDataSetsWithoutABestThreshold) {
  ScoreTable table = table_of({std::vector<Score>(20, 0.5)});
  table.texts.push_back({"set", {}});
  for (int i = 0; i < 20; ++i) table.texts[0].values.push_back("d" + std::to_string(i));
  const auto report = classify(table, Labels(20, true), {.dataset = "set"});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->metrics.size(), 21U);
  ASSERT_EQ(report->warnings.size(), 1U);
  EXPECT_THAT(report->warnings[0], HasSubstr("for m0, m0 in d0, m0 in d1"));
  EXPECT_THAT(report->warnings[0], HasSubstr("m0 in d6 and 13 more: "));
}

TEST(Classify, TakesTheUsualThresholdOfAMetricUnlessOneIsGiven) {
  ScoreTable table = table_of({{40, 60}, {0.1, 0.9}, {0.3, 0.7}});
  table.scores[0].usual_threshold = 50;
  const Labels labels = {false, true};
  const auto usual = classify(table, labels, {.folds = 0});
  ASSERT_TRUE(usual);
  EXPECT_EQ(usual->metrics[0].threshold, 50);
  EXPECT_EQ(usual->metrics[0].true_negative, 1U);
  EXPECT_EQ(usual->metrics[1].threshold, 0.5);
  EXPECT_TRUE(usual->warnings.empty());
  const auto given = classify(table, labels, {.threshold = 0.2, .thresholds = {{"m1", 0.05}}});
  ASSERT_TRUE(given);
  EXPECT_EQ(given->metrics[0].threshold, 0.2);
  EXPECT_EQ(given->metrics[1].threshold, 0.05);
}

TEST(Classify, SaysWhatItCutsBlindlyAndWhatItCannotFold) {
  const ScoreTable table = table_of({{40, 60}, {0.1, 0.9}});
  const auto report = classify(table, {false, true}, {});
  ASSERT_TRUE(report);
  ASSERT_EQ(report->warnings.size(), 2U);
  EXPECT_THAT(report->warnings[0], HasSubstr("scores of m0 lie outside 0 to 1"));
  EXPECT_THAT(report->warnings[1], HasSubstr("no best threshold for m0, m1: 10 folds"));
  const auto told = classify(table, {false, true}, {.thresholds = {{"m0", 50}}, .folds = 0});
  ASSERT_TRUE(told);
  EXPECT_TRUE(told->warnings.empty());
}

TEST(Classify, ShowsMissingScoresBothWays) {
  const ScoreTable table = table_of({{none(), 0.6, 0.2, 0.9}});
  const Labels labels = {true, true, false, false};
  const auto report = classify(table, labels, {});
  ASSERT_TRUE(report);
  ASSERT_EQ(report->metrics.size(), 2U);
  EXPECT_EQ(report->metrics[0].missing, "dropped");
  EXPECT_EQ(report->metrics[0].n, 3U);
  EXPECT_EQ(report->metrics[1].missing, "filled");
  EXPECT_EQ(report->metrics[1].fill, 0.2);
  EXPECT_EQ(report->metrics[1].n, 4U);
  EXPECT_EQ(report->metrics[1].n_missing, 1U);
  const auto by_number = classify(table, labels, {.fill = {0.7}});
  EXPECT_EQ(by_number->metrics[1].true_positive, 2U);
}

TEST(Classify, OneClassIsNoFailure) {
  const auto report = classify(table_of({{0.1, 0.9}}), {true, true}, {});
  ASSERT_TRUE(report);
  EXPECT_EQ(value_of(report->metrics[0].measures, "roc_auc"), -1);
  EXPECT_EQ(value_of(report->metrics[0].measures, "accuracy"), 0.5);
  EXPECT_FALSE(report->metrics[0].chosen);
}

TEST(Classify, NoLabelIsAFailure) {
  const auto report = classify(table_of({{0.1}}), {std::nullopt}, {});
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().to_string(), HasSubstr("no item has a label"));
  EXPECT_FALSE(classify(table_of({{0.1}}), {true}, {.thresholds = {{"m7", 0.5}}}));
}

TEST(Classify, AMetricThatIsRightIsBetterThanOneThatIsNot) {
  std::vector<Score> right;
  std::vector<Score> wrong;
  Labels labels;
  for (int i = 0; i < 60; ++i) {
    labels.emplace_back(i % 2 == 0);
    right.emplace_back(i % 2 == 0 ? 0.9 : 0.1);
    wrong.emplace_back(i % 3 == 0 ? 0.9 : 0.1);
  }
  const auto report = classify(table_of({right, wrong}), labels, {});
  ASSERT_TRUE(report);
  const MetricReport& metric = report->metrics[0];
  ASSERT_TRUE(metric.chosen);
  EXPECT_DOUBLE_EQ(metric.chosen->threshold, 0.5);
  EXPECT_EQ(value_of(metric.chosen->held_out, "accuracy"), 1);
  const Comparison& comparison = report->comparisons.at(0);
  EXPECT_EQ(comparison.only_first_right, 30U);
  EXPECT_LT(comparison.mcnemar_p, 1e-6);
  EXPECT_LT(comparison.delong_p_corrected.value(), 1e-6);
  EXPECT_GT(comparison.differences[0].interval->low, 0);
  EXPECT_LT(comparison.differences[0].p.value(), 0.01);
}

TEST(Classify, DoesNotDependOnThreads) {
  std::vector<Score> scores;
  Labels labels;
  for (int i = 0; i < 50; ++i) {
    scores.emplace_back((i * 37 % 50) / 50.0);
    labels.emplace_back(i % 3 == 0);
  }
  const auto one = classify(table_of({scores}), labels, {.bootstrap = {.threads = 1}});
  const auto four = classify(table_of({scores}), labels, {.bootstrap = {.threads = 4}});
  for (std::size_t i = 0; i < one->metrics[0].measures.size(); ++i) {
    const auto& a = one->metrics[0].measures[i].second.interval;
    const auto& b = four->metrics[0].measures[i].second.interval;
    ASSERT_EQ(a.has_value(), b.has_value());
    if (!a) continue;
    EXPECT_EQ(a->low, b->low);
    EXPECT_EQ(a->high, b->high);
  }
}

TEST(Correlate, ByItemBySystemAndWithinDataSets) {
  ScoreTable table = table_of({{1.0, 2.0, 3.0, 4.0, 6.0, 5.0}});
  table.texts = {{"system", {"a", "a", "b", "b", "c", "c"}},
                 {"set", {"x", "x", "x", "y", "y", "y"}}};
  const Ratings ratings = {1, 3, 2, 4, 5, 6};
  const auto report = correlate(table, ratings, {.system = "system", .dataset = "set"});
  ASSERT_TRUE(report);
  ASSERT_EQ(report->rows.size(), 6U);
  EXPECT_EQ(report->rows[0].level, "item");
  EXPECT_EQ(report->rows[0].n, 6U);
  EXPECT_NEAR(*report->rows[0].correlations[0].estimate.value, 1 - 6 * 4 / 210.0, 1e-12);
  EXPECT_EQ(report->rows[1].level, "system");
  EXPECT_EQ(report->rows[1].n, 3U);
  EXPECT_EQ(report->rows[1].correlations[0].estimate.value, 1);
  EXPECT_EQ(report->rows[2].dataset, "x");
  EXPECT_FALSE(correlate(table, Ratings(6), {}));
}

TEST(Correlate, ShowsMissingScoresBothWays) {
  const ScoreTable table = table_of({{none(), 2.0, 3.0, 4.0}});
  const auto report = correlate(table, {4, 1, 2, 3}, {});
  ASSERT_EQ(report->rows.size(), 2U);
  EXPECT_EQ(report->rows[0].correlations[0].estimate.value, 1);
  EXPECT_EQ(report->rows[1].fill, 2.0);
  EXPECT_NEAR(*report->rows[1].correlations[0].estimate.value, 1 / std::sqrt(90), 1e-12);
}

ScoreTable contexts_of(std::size_t count, double grounded, double ungrounded, Labels& labels) {
  std::vector<Score> scores;
  std::vector<std::optional<std::string>> contexts;
  for (std::size_t i = 0; i < count; ++i) {
    for (const bool is_grounded : {true, false}) {
      scores.emplace_back(is_grounded ? grounded : ungrounded);
      labels.emplace_back(is_grounded);
      contexts.emplace_back(std::to_string(i));
    }
  }
  ScoreTable table = table_of({scores});
  table.texts.push_back({"context", contexts});
  return table;
}

TEST(SystemLevel, APerfectMetricOrdersAllSystems) {
  Labels labels;
  const ScoreTable table = contexts_of(20, 1, 0, labels);
  const auto report = system_level(table, labels, {});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->n_pairs, 20U);
  const SystemLevelRow& row = report->rows.at(0);
  EXPECT_DOUBLE_EQ(*row.spearman.value, 1);
  EXPECT_EQ(row.systems[0].ungrounded, 18U);  // 17.5, to the even number
  EXPECT_EQ(row.systems[2].ungrounded, 52U);  // 52.5
  EXPECT_NEAR(row.systems[1].mean_score, 0.9, 1e-12);
}

TEST(SystemLevel, AConstantMetricOrdersNone) {
  Labels labels;
  const ScoreTable table = contexts_of(20, 1, 1, labels);
  const auto report = system_level(table, labels, {});
  EXPECT_FALSE(report->rows.at(0).spearman.value);
  EXPECT_EQ(report->rows.at(0).n_undefined, 1000U);
}

TEST(SystemLevel, NeedsPairs) {
  Labels labels;
  const ScoreTable table = contexts_of(2, 1, 0, labels);
  EXPECT_FALSE(system_level(table, {true, true, false, false}, {}));
  EXPECT_FALSE(system_level(table, labels, {.shares = {0.1}}));
  EXPECT_FALSE(system_level(table, labels, {.shares = {0.1, 1.5}}));
}

}  // namespace
}  // namespace assay::evaluate
