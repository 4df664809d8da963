#include "report/explanation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "question_unit.h"

namespace assay::report {
namespace {

using testing::HasSubstr;

RecordResult q2_result() {
  RecordResult result;
  result.id = "ada";
  result.metric = "q2";
  result.status = Status::kMeasured;
  result.score = 0.5;
  result.scores = {{"q2", 0.5}, {"q2-f1", 0.25}};
  result.units = {question_unit(1, "exact"), question_unit(0, "no_answer"),
                  question_unit(0.5, "neutral_f1")};
  result.discarded = {{"Who are you?", "personal", "nsubj \"you\""}};
  return result;
}

TEST(ExplainArithmetic, MeanOfQuestions) {
  EXPECT_EQ(explain_arithmetic(q2_result()), "score = (1 + 0 + 0.5) / 3 = 0.500");
}

TEST(ExplainArithmetic, SaysNothingThatDoesNotAddUp) {
  RecordResult result = q2_result();
  result.score = 0.7;
  EXPECT_EQ(explain_arithmetic(result), "");
}

TEST(ExplainArithmetic, F1OfOverlap) {
  RecordResult result;
  result.score = 0.8;
  result.scores = {{"overlap", 0.8}, {"precision", 1.0}, {"recall", 2.0 / 3}};
  EXPECT_EQ(explain_arithmetic(result),
            "score = 2 * precision * recall / (precision + recall) = "
            "2 * 1.000 * 0.667 / (1.000 + 0.667) = 0.800, where precision is the share of the "
            "response's content words that the knowledge has, and recall the share of the "
            "knowledge's that the response has");
}

TEST(ExplainArithmetic, MostProbableLabel) {
  RecordResult result;
  result.score = 0;
  result.scores = {{"nli", 0}, {"entailment", 0.1}, {"neutral", 0.2}, {"contradiction", 0.7}};
  result.units.resize(1);
  result.units[0].score = 0;
  EXPECT_THAT(explain_arithmetic(result),
              HasSubstr("score = 0.000: contradiction is the most probable, 0.700"));
}

TEST(ExplainArithmetic, ContributionsToALogit) {
  RecordResult result;
  result.score = 0.5;
  result.scores = {{"ensemble", 0.5},        {"logit", 0},     {"q2", 0.75},
                   {"contribution_q2", 1.5}, {"bleu", 12.345}, {"contribution_bleu", -0.25}};
  EXPECT_EQ(explain_arithmetic(result),
            "score = 1 / (1 + exp(-logit)) = 0.500, where the logit 0.000 = -1.250 + 1.500 of q2 "
            "0.75 - 0.250 of bleu 12.35");
}

TEST(ExplainArithmetic, OneQuestionIsAMeanToo) {
  RecordResult result = q2_result();
  result.units.resize(1);
  result.score = 1;
  EXPECT_EQ(explain_arithmetic(result), "score = (1) / 1 = 1.000");
}

TEST(ExplainArithmetic, TheFallbackSaysWhatNliSaid) {
  RecordResult result = q2_result();
  result.fallback = "nli";
  result.units.resize(1);
  result.units[0] =
      Unit{.text = "The response.", .span = {}, .score = 0.5, .evidence = {}, .detail = {}};
  EXPECT_EQ(explain_arithmetic(result),
            "score = 0.500: no question counted, and NLI of the whole response says neutral "
            "(entailment 1, neutral 0.5, contradiction 0)");
}

TEST(ExplainArithmetic, PrecisionsOfBleu) {
  RecordResult result;
  result.metric = "bleu";
  result.score = 40;
  result.scores = {{"bleu", 40},       {"precision_1", 80}, {"precision_2", 20},
                   {"precision_3", 0}, {"precision_4", 0},  {"brevity_penalty", 1}};
  result.counts = {{"response_tokens", 5}, {"other_tokens", 4}, {"shared_1", 4}, {"ngrams_1", 5},
                   {"shared_2", 1},        {"ngrams_2", 5},     {"shared_3", 0}, {"ngrams_3", 0}};
  EXPECT_THAT(explain_arithmetic(result),
              HasSubstr("= 1.000 * (80 * 20) ^ (1/2) = 40; shared and smoothed: 1-grams 4 of 5, 80 "
                        "%; 2-grams 1 of 5, 20 %;"));
}

TEST(ExplainArithmetic, MatchesOfMeteor) {
  RecordResult result;
  result.metric = "meteor";
  result.score = 0.7;
  result.scores = {{"meteor", 0.7}, {"precision", 0.5}, {"recall", 1}, {"penalty", 0.1}};
  result.counts = {{"equal", 2}, {"stems", 1}, {"synonyms", 0}, {"chunks", 2}};
  EXPECT_THAT(explain_arithmetic(result),
              HasSubstr("(1 - 0.100) * mean(0.500, 1.000) = 0.700; 3 words are matched (2 equal, 1 "
                        "by stem, 0 by synonym) in 2 runs"));
  result.score = 0;
  result.counts = {};
  EXPECT_EQ(explain_arithmetic(result), "score = 0.000: no word is matched");
}

TEST(ExplainArithmetic, F1OfRougeL) {
  RecordResult result;
  result.metric = "rouge";
  result.score = 0.5;
  result.scores = {{"rouge", 0.5}, {"rougeL_precision", 0.5}, {"rougeL_recall", 0.5}};
  EXPECT_THAT(explain_arithmetic(result), HasSubstr("2 * 0.500 * 0.500 / (0.500 + 0.500) = 0.500"));
}

}  // namespace
}  // namespace assay::report
