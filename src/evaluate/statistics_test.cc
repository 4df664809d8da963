// The parts that statistics are made of; whole statistics are compared with SciPy, scikit-learn and
// krippendorff in tests/oracle.

#include <gmock/gmock.h>

#include <numeric>

#include "evaluate/bootstrap.h"
#include "evaluate/correlation.h"
#include "evaluate/paired_tests.h"
#include "evaluate/random.h"
#include "evaluate/ranks.h"
#include "evaluate/reliability.h"
#include "evaluate/threshold.h"

namespace assay::evaluate {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

std::vector<double> ones(std::size_t count) {
  return std::vector<double>(count, 1);
}

TEST(Random, IsTheSameEverywhere) {
  Random random(1);
  EXPECT_EQ(random.next(), Random(1).next());
  EXPECT_NE(Random(1, 0).next(), Random(1, 1).next());
  EXPECT_NE(Random(1).next(), Random(2).next());
}

TEST(Random, DrawsEvenly) {
  Random random(7);
  std::vector<int> counts(6);
  for (int i = 0; i < 60000; ++i) ++counts[random.below(6)];
  for (const int count : counts) EXPECT_NEAR(count, 10000, 400);
}

TEST(Groups, AreDrawnWhole) {
  const Groups groups = Groups::of({"a", "b", "a", std::nullopt, std::nullopt});
  EXPECT_THAT(groups.group_of, ElementsAre(0U, 1U, 0U, 2U, 3U));
  EXPECT_THAT(groups.subset({1, 2, 4}).group_of, ElementsAre(0U, 1U, 2U));
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    const auto weights = draw_weights(groups, random);
    EXPECT_EQ(weights[0], weights[2]);
    EXPECT_EQ(weights[0] + weights[1] + weights[3] + weights[4], 4);
  }
}

TEST(Folds, SpreadBothClassesAndKeepGroupsWhole) {
  std::vector<bool> positive;
  std::vector<std::optional<std::string>> names;
  for (int i = 0; i < 100; ++i) {
    positive.push_back(i % 4 == 0);
    names.push_back(std::to_string(i / 2));
  }
  Random random(1);
  const auto folds = assign_folds(Groups::of(names), positive, 5, random);
  std::vector<int> positives(5);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(folds[i], folds[i / 2 * 2]);
    positives[folds[i]] += positive[i];
  }
  EXPECT_THAT(positives, ElementsAre(5, 5, 5, 5, 5));
}

TEST(Bootstrap, DoesNotDependOnThreads) {
  const Groups groups = Groups::each_alone(50);
  const auto sum = [](const std::vector<double>& weights) {
    double total = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) total += weights[i] * static_cast<double>(i);
    return RoundValues{total};
  };
  const auto one = run_bootstrap(groups, {.rounds = 200, .threads = 1}, sum);
  const auto four = run_bootstrap(groups, {.rounds = 200, .threads = 4}, sum);
  EXPECT_EQ(one, four);
  EXPECT_NE(one, run_bootstrap(groups, {.rounds = 200, .seed = 2}, sum));
}

TEST(Bootstrap, IntervalsAndPValuesOfRounds) {
  std::vector<RoundValues> rounds;
  for (int i = 0; i <= 100; ++i) rounds.push_back({static_cast<double>(i - 10)});
  const auto interval = interval_of(rounds, 0, 0.9);
  ASSERT_TRUE(interval);
  EXPECT_NEAR(interval->low, -5, 1e-12);
  EXPECT_NEAR(interval->high, 85, 1e-12);
  EXPECT_NEAR(*p_value_of(rounds, 0), 2 * 12.0 / 102, 1e-12);
  for (int i = 0; i < 52; ++i) rounds[static_cast<std::size_t>(i)][0].reset();
  EXPECT_FALSE(interval_of(rounds, 0, 0.9));
}

TEST(Ranks, ShareTheMeanWhereTied) {
  EXPECT_THAT(mid_ranks({3, 1, 3, 2}), ElementsAre(3.5, 1, 3.5, 2));
  // As if the values were 3 3 2.
  EXPECT_THAT(WeightedRanks({3, 1, 2}).of({2, 0, 1})[0], 2.5);
}

TEST(Threshold, CutsHalfWayAndInTheMiddleOfWhatIsAsGood) {
  const RankedSample sample({0.1, 0.2, 0.8, 0.9}, {false, false, true, true});
  EXPECT_DOUBLE_EQ(*best_threshold(sample, ones(4), Criterion::kBalancedAccuracy), 0.5);
  const RankedSample tied({1, 2, 3, 4}, {false, true, false, true});
  EXPECT_DOUBLE_EQ(*best_threshold(tied, ones(4), Criterion::kAccuracy), 1.5);
  EXPECT_FALSE(
      best_threshold(RankedSample({1, 2}, {true, true}), ones(2), Criterion::kBalancedAccuracy));
}

TEST(Threshold, AlwaysOrNeverIsBestWhereScoresSayNothing) {
  const RankedSample sample({2, 1, 1, 1}, {false, true, true, true});
  EXPECT_DOUBLE_EQ(*best_threshold(sample, ones(4), Criterion::kAccuracy), 0);
}

TEST(Threshold, IsBelowAllScoresWhereAStepOfOneIsLostInThem) {
  const RankedSample sample({1e17, 2e17}, {true, false});
  const auto threshold = best_threshold(sample, {2, 1}, Criterion::kAccuracy);
  ASSERT_TRUE(threshold);
  EXPECT_LT(*threshold, 1e17);
}

TEST(Threshold, IsChosenOnTheOtherFolds) {
  const auto tried = cross_validate_threshold({0.1, 0.9, 0.2, 0.7}, {false, true, false, true},
                                              {0, 0, 1, 1}, 2, Criterion::kAccuracy);
  ASSERT_TRUE(tried);
  EXPECT_THAT(tried->thresholds, ElementsAre(DoubleNear(0.45, 1e-12), DoubleNear(0.5, 1e-12)));
  EXPECT_THAT(tried->said_positive, ElementsAre(false, true, false, true));
  EXPECT_FALSE(
      cross_validate_threshold({0.1, 0.9}, {false, true}, {0, 1}, 2, Criterion::kBalancedAccuracy));
}

TEST(Reliability, EdgesBelongToTheBinBelow) {
  const RankedSample sample({0, 0.5, 0.51, 1}, {false, true, false, true});
  const auto bins = reliability_bins(sample, ones(4), 2);
  ASSERT_TRUE(bins);
  EXPECT_EQ((*bins)[0].weight, 2);
  EXPECT_EQ((*bins)[1].weight, 2);
  EXPECT_NEAR(*expected_calibration_error(*bins), (0.5 + 0.51) / 4, 1e-12);
  EXPECT_FALSE(reliability_bins(RankedSample({1.5}, {true}), ones(1), 2));
}

TEST(PairedTests, McNemarIsExact) {
  EXPECT_EQ(mcnemar_p(0, 0), 1);
  EXPECT_NEAR(mcnemar_p(1, 9), 2 * (1 + 10) / 1024.0, 1e-12);
  EXPECT_EQ(mcnemar_p(5, 5), 1);
}

TEST(PairedTests, EqualMetricsDoNotDiffer) {
  const std::vector<double> scores = {0.1, 0.4, 0.35, 0.8};
  const auto test = delong_test(scores, scores, {false, false, true, true});
  ASSERT_TRUE(test);
  EXPECT_DOUBLE_EQ(test->first, 0.75);
  EXPECT_EQ(test->p, 1.0);
  EXPECT_FALSE(delong_test({1, 2, 3}, {1, 2, 3}, {false, true, true}));
}

TEST(PairedTests, HolmMultipliesByWhatIsLeft) {
  EXPECT_THAT(
      holm({0.01, 0.04, 0.03}),
      ElementsAre(DoubleNear(0.03, 1e-12), DoubleNear(0.06, 1e-12), DoubleNear(0.06, 1e-12)));
}

TEST(Correlation, OfConstantsIsNotDefined) {
  EXPECT_FALSE(pearson({1, 1, 1}, {1, 2, 3}, ones(3)));
  EXPECT_FALSE(pearson({0.1, 0.1, 0.1}, {1, 2, 3}, ones(3)));
  EXPECT_FALSE(kendall({1, 1, 1}, {1, 2, 3}));
  EXPECT_FALSE(kendall({}, {}));
  EXPECT_FALSE(kendall({1}, {1}));
  EXPECT_EQ(pearson({1, 2}, {1, 2}, ones(2)), 1);
  EXPECT_EQ(correlation_p(1, 2), std::nullopt);
  EXPECT_EQ(correlation_p(-1, 9), 0);
}

}  // namespace
}  // namespace assay::evaluate
