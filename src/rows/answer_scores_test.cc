#include "rows/answer_scores.h"

#include <gmock/gmock.h>

#include "rows/answer_row.h"

namespace assay::rows {
namespace {

// Two answerable (one half right), three not.
TEST(AnswerScorer, FindsTheBestMargin) {
  const GradedAnswer answers[] = {{"the river", {"River!", 5}, 0},
                                  {"old bridge", {"bridge", 1}, 1},
                                  {"", {"rain", 2}, 0},
                                  {"", {"rain", 0}, 0},
                                  {"", {"rain", -3}, 1}};
  const AnswerScorer scorer(answers);
  const AnswerScores zero = scorer.at(0);
  EXPECT_DOUBLE_EQ(zero.exact, .5);
  EXPECT_DOUBLE_EQ(zero.f1, (1 + 2.0 / 3) / 2);
  EXPECT_DOUBLE_EQ(zero.refused, 1.0 / 3);
  EXPECT_DOUBLE_EQ(scorer.best_margin(), 5);
  EXPECT_DOUBLE_EQ(scorer.at(5).refused, 1);
  EXPECT_DOUBLE_EQ(scorer.at(5).balance(), .75);
  EXPECT_DOUBLE_EQ(scorer.margin_refusing(.6), 1);
  EXPECT_DOUBLE_EQ(scorer.margin_refusing(1), 5);
  EXPECT_DOUBLE_EQ(scorer.of_source(0, 1).f1, 2.0 / 3);
  EXPECT_DOUBLE_EQ(scorer.of_source(0, 1).refused, 1);
}

TEST(OtherContexts, AsksWhereNoQuestionIsUnanswerable) {
  std::vector<AnswerRow> rows(3);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].question = "question " + std::to_string(i);
    rows[i].context = "context " + std::to_string(i);
    rows[i].answer = "context";
    rows[i].source = "x";
  }
  const auto others = of_other_contexts(rows);
  ASSERT_EQ(others.size(), 3U);
  EXPECT_EQ(others[2].question, "question 2");
  EXPECT_EQ(others[2].context, "context 0");
  EXPECT_EQ(others[2].source, "x, other context");
  EXPECT_TRUE(others[2].answer.empty());
  rows[1].answer.clear();
  EXPECT_TRUE(of_other_contexts(rows).empty());
}

}  // namespace
}  // namespace assay::rows
