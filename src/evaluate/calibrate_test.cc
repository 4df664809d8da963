#include "assay/calibrate.h"

#include <gmock/gmock.h>

#include <cmath>

#include "evaluate/calibration_fit.h"

namespace assay::evaluate {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr auto kBalanced = Criterion::kBalancedAccuracy;

struct Sample {
  std::vector<double> scores;
  std::vector<bool> positive;
};

// Grounded with the probability that the score says, as evenly as can be.
Sample calibrated_sample() {
  Sample sample;
  for (int tenth = 0; tenth < 10; ++tenth) {
    for (int i = 0; i < 10; ++i) {
      sample.scores.push_back(tenth / 10.0);
      sample.positive.push_back(i < tenth);
    }
  }
  return sample;
}

ScoreTable table_of(const Sample& sample, Labels& labels) {
  ScoreTable table;
  table.files = {"in.csv"};
  table.scores.push_back({"s", {}});
  for (std::size_t i = 0; i < sample.scores.size(); ++i) {
    table.ids.push_back(std::to_string(i));
    table.places.push_back({0, i + 2});
    table.scores[0].values.emplace_back(sample.scores[i]);
    labels.emplace_back(sample.positive[i]);
  }
  return table;
}

TEST(FitCalibrator, ThresholdCutsHalfWay) {
  const auto calibrator =
      fit(CalibrationMethod::kThreshold, kBalanced, {1, 2, 4, 5}, {false, false, true, true});
  ASSERT_TRUE(calibrator);
  EXPECT_DOUBLE_EQ(calibrator->threshold, 3);
  EXPECT_FALSE(calibrator->is_grounded(3));
  EXPECT_TRUE(calibrator->is_grounded(3.1));
  EXPECT_EQ(calibrator->probability(3), std::nullopt);
}

TEST(FitCalibrator, IsotonicPoolsWhatFalls) {
  const auto calibrator = fit(CalibrationMethod::kIsotonic, kBalanced, {1, 2, 3, 4, 5},
                              {false, true, false, true, true});
  ASSERT_TRUE(calibrator);
  EXPECT_THAT(calibrator->scores, ElementsAre(1, 2, 3, 4, 5));
  EXPECT_THAT(calibrator->probabilities, ElementsAre(0, 0.5, 0.5, 1, 1));
  EXPECT_DOUBLE_EQ(*calibrator->probability(1.5), 0.25);
  EXPECT_DOUBLE_EQ(*calibrator->probability(-7), 0);
  EXPECT_DOUBLE_EQ(*calibrator->probability(70), 1);
}

TEST(FitCalibrator, PlattIsAtTheLeastLoss) {
  const Sample sample = calibrated_sample();
  const auto calibrator = fit(CalibrationMethod::kPlatt, kBalanced, sample.scores, sample.positive);
  ASSERT_TRUE(calibrator);
  // The derivatives of the loss with Platt's softened labels are 0.
  const double positives = 45;
  const double negatives = 55;
  double by_intercept = 0;
  double by_slope = 0;
  for (std::size_t i = 0; i < sample.scores.size(); ++i) {
    const double target =
        sample.positive[i] ? (positives + 1) / (positives + 2) : 1 / (negatives + 2);
    const double error = *calibrator->probability(sample.scores[i]) - target;
    by_intercept += error;
    by_slope += error * sample.scores[i];
  }
  EXPECT_NEAR(by_intercept, 0, 1e-9);
  EXPECT_NEAR(by_slope, 0, 1e-9);
}

TEST(FitCalibrator, PlattStaysFiniteWhereTheClassesAreApart) {
  const auto calibrator =
      fit(CalibrationMethod::kPlatt, kBalanced, {0, 0, 1, 1}, {false, false, true, true});
  ASSERT_TRUE(calibrator);
  EXPECT_TRUE(std::isfinite(calibrator->slope));
  EXPECT_THAT(*calibrator->probability(1), DoubleNear(0.75, 1e-9));
  const auto constant = fit(CalibrationMethod::kPlatt, kBalanced, {2, 2}, {false, true});
  EXPECT_NEAR(*constant->probability(2), 0.5, 1e-9);
}

TEST(FitCalibrator, NeedsBothClasses) {
  for (const auto method :
       {CalibrationMethod::kThreshold, CalibrationMethod::kPlatt, CalibrationMethod::kIsotonic})
    EXPECT_FALSE(fit(method, kBalanced, {1, 2}, {true, true}));
}

TEST(Calibrate, ReportsOnWhatItWasNotFittedOn) {
  // No score tells anything: fitted on all items the isotonic function would seem to.
  Sample sample;
  for (int i = 0; i < 200; ++i) {
    sample.scores.push_back(i);
    sample.positive.push_back((i * 7919 % 200) % 2 == 0);
  }
  Labels labels;
  const ScoreTable table = table_of(sample, labels);
  const auto fitted =
      fit_calibrator(table, table.scores[0], labels, {.method = CalibrationMethod::kIsotonic});
  ASSERT_TRUE(fitted) << fitted.error().to_string();
  for (const auto& [name, estimate] : fitted->held_out) {
    if (name != "accuracy") continue;
    EXPECT_LT(*estimate.value, 0.6);
  }
}

TEST(Calibrate, TooFewItemsOrOneClassAreFailures) {
  Labels labels;
  const ScoreTable table = table_of({{1, 2, 3}, {true, false, true}}, labels);
  const auto few = fit_calibrator(table, table.scores[0], labels, {});
  ASSERT_FALSE(few);
  EXPECT_THAT(few.error().to_string(), HasSubstr("3 labelled items or groups"));
  const auto one_class = fit_calibrator(table, table.scores[0], {true, true, true}, {.folds = 3});
  ASSERT_FALSE(one_class);
  EXPECT_THAT(one_class.error().to_string(), HasSubstr("one class only"));
}

TEST(CalibratorFile, ComesBackAsItWas) {
  const Sample sample = calibrated_sample();
  Labels labels;
  const ScoreTable table = table_of(sample, labels);
  for (const auto method :
       {CalibrationMethod::kThreshold, CalibrationMethod::kPlatt, CalibrationMethod::kIsotonic}) {
    const auto fitted = fit_calibrator(table, table.scores[0], labels,
                                       {.method = method, .bootstrap = {.rounds = 9}});
    ASSERT_TRUE(fitted);
    const std::string json = to_json(*fitted);
    const auto read = parse_calibrator(json);
    ASSERT_TRUE(read) << read.error().to_string();
    EXPECT_EQ(to_json(*read), json);
    for (const double score : {-1.0, 0.0, 0.33, 0.5, 2.0}) {
      EXPECT_EQ(read->calibrator.probability(score), fitted->calibrator.probability(score));
      EXPECT_EQ(read->calibrator.is_grounded(score), fitted->calibrator.is_grounded(score));
    }
  }
}

TEST(CalibratorFile, RefusesWhatIsNone) {
  for (const char* text : {"", "[]", "{}", R"({"schema":"assay.result/1"})",
                           R"({"schema":"assay.calibrator/1","metric":"q2","method":"magic"})"})
    EXPECT_FALSE(parse_calibrator(text)) << text;
}

TEST(CalibratorFile, RefusesAFunctionThatFalls) {
  FittedCalibrator fitted;
  fitted.metric = "q2";
  fitted.calibrator.method = CalibrationMethod::kIsotonic;
  fitted.calibrator.scores = {0, 1};
  fitted.calibrator.probabilities = {0.2, 0.9};
  std::string json = to_json(fitted);
  ASSERT_TRUE(parse_calibrator(json));
  json.replace(json.find("0.9"), 3, "0.1");
  const auto fallen = parse_calibrator(json);
  ASSERT_FALSE(fallen);
  EXPECT_EQ(fallen.error().message, "`probabilities` must not fall");
}

TEST(Calibrated, SaysWhatIsKnownOfEachScore) {
  ScoreTable table;
  table.ids = {"a", "b", "c"};
  table.scores = {{"s", {1.0, 0.0, Score(tl::unexpect, NoScore::kFailed)}}};
  FittedCalibrator fitted;
  fitted.metric = "s";
  EXPECT_EQ(calibrated_lines(table, fitted),
            R"({"id":"a","metric":"s","score":1.0,"probability":null,"grounded":true})"
            "\n"
            R"({"id":"b","metric":"s","score":0.0,"probability":null,"grounded":false})"
            "\n"
            R"({"id":"c","metric":"s","score":null,"probability":null,"grounded":null,)"
            R"("no_score":"failed"})"
            "\n");
}

TEST(Calibrated, IsOfOneScore) {
  FittedCalibrator fitted;
  fitted.metric = "q2";
  std::vector<std::string> scores;
  ASSERT_TRUE(choose_score(scores, fitted));
  EXPECT_THAT(scores, ElementsAre("q2"));
  scores = {"q2-f1"};
  ASSERT_TRUE(choose_score(scores, fitted));
  EXPECT_THAT(scores, ElementsAre("q2-f1"));
  scores = {"q2", "nli"};
  EXPECT_EQ(choose_score(scores, fitted).error().code, ErrorCode::kInvalidOption);
}

}  // namespace
}  // namespace assay::evaluate
