#include "report/comparison.h"

#include <gtest/gtest.h>

namespace assay::report {
namespace {

Item item(const std::string& id, std::optional<double> score) {
  Item item{.id = id, .label = {}, .system = {}, .judgements = {}};
  Judgement judgement;
  judgement.status = score ? Status::kMeasured : Status::kNoClaims;
  judgement.score = score;
  item.judgements.push_back(judgement);
  return item;
}

RunTable table(std::vector<Item> items) {
  RunTable table;
  table.metrics = {"q2"};
  table.items = std::move(items);
  return table;
}

TEST(Matcher, TheNthOfAnIdIsTheNth) {
  const RunTable baseline = table({item("a", 1), item("b", 1), item("a", 0)});
  Matcher matcher(baseline);
  EXPECT_EQ(matcher.match("a"), 0U);
  EXPECT_EQ(matcher.match("c"), std::nullopt);
  EXPECT_EQ(matcher.match("a"), 2U);
  EXPECT_EQ(matcher.match("a"), std::nullopt);
}

TEST(CompareMetric, CountsOverWhatBothHave) {
  const RunTable baseline =
      table({item("a", 0.2), item("b", 0.9), item("c", {}), item("d", 0.5), item("e", 0.6)});
  const RunTable run =
      table({item("a", 0.8), item("b", 0.1), item("c", 0.7), item("d", 0.5), item("e", {})});
  const MetricChange change = compare_metric(run, baseline, {0, 1, 2, 3, 4}, 0, 0, 0.5);
  EXPECT_EQ(change.n_both, 3U);
  EXPECT_EQ(change.n_up, 1U);
  EXPECT_EQ(change.n_down, 1U);
  EXPECT_EQ(change.n_now_grounded, 1U);
  EXPECT_EQ(change.n_now_ungrounded, 1U);
  EXPECT_EQ(change.n_now_measured, 1U);
  EXPECT_EQ(change.n_no_longer_measured, 1U);
  EXPECT_DOUBLE_EQ(change.mean_before, 1.6 / 3);
  EXPECT_DOUBLE_EQ(change.mean_after, 1.4 / 3);
}

TEST(CompareMetric, NothingInCommon) {
  const RunTable run = table({item("a", 0.8)});
  const MetricChange change = compare_metric(run, table({}), {std::nullopt}, 0, 0, 0.5);
  EXPECT_EQ(change.n_both, 0U);
  EXPECT_EQ(change.n_now_measured, 0U);
}

}  // namespace
}  // namespace assay::report
