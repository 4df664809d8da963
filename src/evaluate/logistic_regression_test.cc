#include "evaluate/logistic_regression.h"

#include <gtest/gtest.h>

#include <cmath>

namespace assay::evaluate {
namespace {

const std::vector<std::vector<double>> kColumns = {{-1.5, -0.5, 0, 0.25, 0.5, 1.25, 2},
                                                   {0.5, -1, 1, -0.25, 2, -2, 0.75}};
const std::vector<double> kTargets = {0, 0, 1, 0, 1, 1, 1};

double probability(const LogisticModel& model, std::size_t item) {
  double logit = model.intercept;
  for (std::size_t j = 0; j < kColumns.size(); ++j) logit += model.weights[j] * kColumns[j][item];
  return 1 / (1 + std::exp(-logit));
}

TEST(LogisticRegression, TheDerivativesOfTheLossAreZero) {
  const LogisticModel model = fit_logistic(kColumns, kTargets, 1);
  double by_intercept = 0;
  for (std::size_t i = 0; i < kTargets.size(); ++i)
    by_intercept += probability(model, i) - kTargets[i];
  EXPECT_NEAR(by_intercept, 0, 1e-12);
  for (std::size_t j = 0; j < kColumns.size(); ++j) {
    double by_weight = model.weights[j];  // of the ridge
    for (std::size_t i = 0; i < kTargets.size(); ++i)
      by_weight += (probability(model, i) - kTargets[i]) * kColumns[j][i];
    EXPECT_NEAR(by_weight, 0, 1e-12);
  }
}

TEST(LogisticRegression, ARidgeKeepsClassesThatAreApartFinite) {
  const LogisticModel model = fit_logistic({{-1, -1, 1, 1}}, {0, 0, 1, 1}, 1);
  EXPECT_TRUE(std::isfinite(model.weights[0]));
  EXPECT_GT(model.weights[0], 1);
  EXPECT_NEAR(model.intercept, 0, 1e-12);
}

TEST(LogisticRegression, EqualColumnsShareTheirWeight) {
  const LogisticModel model = fit_logistic({kColumns[0], kColumns[0]}, kTargets, 1);
  EXPECT_NEAR(model.weights[0], model.weights[1], 1e-9);
}

TEST(Scale, MeanAndSpreadOverN) {
  const Scale scale = Scale::of({1, 3});
  EXPECT_DOUBLE_EQ(scale.mean, 2);
  EXPECT_DOUBLE_EQ(scale.spread, 1);
  EXPECT_DOUBLE_EQ(scale.standard(4), 2);
  EXPECT_EQ(Scale::of({2, 2}).spread, 1);
}

}  // namespace
}  // namespace assay::evaluate
