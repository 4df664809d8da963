#include "assay/combine.h"

#include <gmock/gmock.h>

#include <cmath>

namespace assay::evaluate {
namespace {

using ::testing::HasSubstr;

struct Items {
  ScoreTable table;
  Labels labels;
};

// 60 items in 20 groups; `a` and `b` each see another half of what makes an item grounded, `c`
// nothing.
Items some_items() {
  Items items;
  items.table.files = {"in.csv"};
  for (const char* name : {"a", "b", "c"}) items.table.scores.push_back({name, {}});
  items.table.texts.push_back({"context", {}});
  for (int i = 0; i < 60; ++i) {
    const double a = (i * 37 % 60) / 60.0;
    const double b = (i * 13 % 60) / 6.0;
    items.table.ids.push_back(std::to_string(i));
    items.table.places.push_back({0, static_cast<std::uint64_t>(i) + 2});
    items.table.scores[0].values.emplace_back(a);
    items.table.scores[1].values.emplace_back(b);
    items.table.scores[2].values.emplace_back(i % 7);
    items.table.texts[0].values.emplace_back(std::to_string(i / 3));
    items.labels.emplace_back(a + b / 10 > (i % 10 == 0 ? 0.6 : 1.0));
  }
  return items;
}

const CombineOptions kOptions = {
    .folds = 5, .group = {}, .against = {}, .bootstrap = {.rounds = 50}};

std::string problem_with(const Items& items, const CombineOptions& options = kOptions) {
  const auto fitted = fit_ensemble(items.table, items.labels, options);
  if (fitted) return "none";
  return fitted.error().to_string();
}

double area_of(const FittedEnsemble& fitted, const std::string& name) {
  for (const auto& [judge, estimate] : fitted.roc_auc) {
    if (judge == name) return *estimate.value;
  }
  return -1;
}

TEST(Combine, ScoresThatSeeDifferentThingsAreBetterTogether) {
  const Items items = some_items();
  CombineOptions options = kOptions;
  options.group = "context";
  const auto fitted = fit_ensemble(items.table, items.labels, options);
  ASSERT_TRUE(fitted) << fitted.error().to_string();
  EXPECT_GT(area_of(*fitted, "ensemble"), 0.9);
  EXPECT_GT(area_of(*fitted, "ensemble"), area_of(*fitted, fitted->best));
  EXPECT_NEAR(*fitted->difference.value,
              area_of(*fitted, "ensemble") - area_of(*fitted, fitted->best), 1e-12);
  EXPECT_TRUE(fitted->difference.interval);
  EXPECT_LT(*fitted->delong_p, 0.05);
  const Ensemble& ensemble = fitted->ensemble;
  EXPECT_GT(ensemble.terms[0].weight, 1);
  EXPECT_GT(ensemble.terms[1].weight, 1);
  EXPECT_LT(std::abs(ensemble.terms[2].weight), 0.5);
  EXPECT_EQ(ensemble.terms[2].score, "c");
  EXPECT_EQ(ensemble.n, 60u);
  EXPECT_EQ(ensemble.folds, 5u);
  ASSERT_EQ(ensemble.roc_auc.size(), 4u);
  EXPECT_EQ(ensemble.roc_auc.back().first, "ensemble");
}

// Numbers at random: an ensemble that saw the items that it judges would seem to know something.
TEST(Combine, IsJudgedOnItemsThatItDidNotSee) {
  Items items = some_items();
  for (std::size_t i = 0; i < items.labels.size(); ++i) items.labels[i] = (i * 7919 % 61) % 2 == 0;
  const auto fitted = fit_ensemble(items.table, items.labels, kOptions);
  ASSERT_TRUE(fitted) << fitted.error().to_string();
  EXPECT_LT(area_of(*fitted, "ensemble"), 0.6);
}

TEST(Combine, ItemsThatLackAScoreAreLeftOutAndCounted) {
  Items items = some_items();
  items.table.scores[1].values[4] = Score(tl::unexpect, NoScore::kFailed);
  items.labels[5].reset();
  const auto fitted = fit_ensemble(items.table, items.labels, kOptions);
  ASSERT_TRUE(fitted) << fitted.error().to_string();
  EXPECT_EQ(fitted->ensemble.n, 58u);
  EXPECT_EQ(fitted->ensemble.n_missing, 1u);
  const auto scores = combined_scores(items.table, fitted->ensemble);
  ASSERT_FALSE(scores[4]);
  EXPECT_EQ(scores[4].error(), NoScore::kFailed);
  EXPECT_TRUE(scores[5]);
}

TEST(Combine, SaysWhatCannotBeFitted) {
  Items items = some_items();
  EXPECT_THAT(problem_with(items, {.folds = 61}), HasSubstr("too few for 61 folds"));
  items.table.scores[2].values.assign(60, 0.1);
  EXPECT_THAT(problem_with(items), HasSubstr("the score `c` is 0.1 for all items"));
  items = some_items();
  items.labels.assign(60, true);
  EXPECT_THAT(problem_with(items), HasSubstr("one class only"));
  for (std::size_t i = 0; i < 3; ++i) items.labels[i] = false;
  EXPECT_THAT(problem_with(items), HasSubstr("3 of the rarer class"));
  items.labels.assign(60, std::nullopt);
  EXPECT_THAT(problem_with(items), HasSubstr("0 labelled items"));
  items = some_items();
  items.table.scores.resize(1);
  EXPECT_THAT(problem_with(items), HasSubstr("not of 1"));
}

TEST(Combine, MustBeToldWhatTextsWereComparedWith) {
  Items items = some_items();
  CombineOptions options = kOptions;
  options.against = Against::kKnowledge;
  EXPECT_THAT(problem_with(items, options), HasSubstr("--against says nothing here"));
  items.table.scores[0].name = "rouge.rouge1";
  EXPECT_THAT(problem_with(items), HasSubstr("`rouge.rouge1` compares with"));
  const auto fitted = fit_ensemble(items.table, items.labels, options);
  ASSERT_TRUE(fitted);
  EXPECT_EQ(fitted->ensemble.against, Against::kKnowledge);
}

TEST(Combine, IsAppliedToScoresOfAnyName) {
  const Items items = some_items();
  const Ensemble ensemble = fit_ensemble(items.table, items.labels, kOptions)->ensemble;
  std::vector<std::string> names;
  ASSERT_TRUE(choose_scores(names, ensemble));
  EXPECT_EQ(names, (std::vector<std::string>{"a", "b", "c"}));
  names = {"x", "y", "z"};
  EXPECT_TRUE(choose_scores(names, ensemble));
  names = {"x"};
  EXPECT_THAT(choose_scores(names, ensemble).error().message, HasSubstr("of 3 scores"));
  const auto scores = combined_scores(items.table, ensemble);
  EXPECT_DOUBLE_EQ(*scores[7],
                   probability_of(ensemble.logit(std::vector<double>{
                       *items.table.scores[0].values[7], *items.table.scores[1].values[7],
                       *items.table.scores[2].values[7]})));
}

TEST(Combine, WritesALineAnItem) {
  Items items = some_items();
  Ensemble ensemble{.terms = {{.score = "a"}, {.score = "b"}, {.score = "c"}}, .intercept = 2};
  items.table.scores[0].values[1] = Score(tl::unexpect, NoScore::kNoClaims);
  const std::string lines = combined_lines(items.table, ensemble);
  EXPECT_THAT(lines, HasSubstr(R"({"id":"0","metric":"ensemble","score":0.8807970779778823,)"
                               R"("probability":0.8807970779778823,"grounded":true})"));
  EXPECT_THAT(lines, HasSubstr(R"({"id":"1","metric":"ensemble","score":null,"probability":null,)"
                               R"("grounded":null,"no_score":"no_claims"})"));
}

}  // namespace
}  // namespace assay::evaluate
