#include "cli/explain_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

Unit question_unit(double score, const std::string& comparison) {
  QuestionDetail detail;
  detail.question = "When was Ada Lovelace born?";
  detail.response_answer = "1815";
  if (comparison != "no_answer") detail.knowledge_answer = "10 December 1815";
  detail.comparison = comparison;
  detail.f1 = score;
  Unit unit;
  unit.kind = UnitKind::kQuestion;
  unit.text = "1815";
  unit.span = Span{26, 30, 26, 30};
  unit.verdict = score == 1 ? Verdict::kSupported : Verdict::kRefuted;
  unit.score = score;
  unit.detail = detail;
  return unit;
}

ResultLine q2_result() {
  ResultLine line;
  line.result.id = "ada";
  line.result.metric = "q2";
  line.result.status = Status::kMeasured;
  line.result.score = 0.5;
  line.result.scores = {{"q2", 0.5}, {"q2-f1", 0.25}};
  line.result.units = {question_unit(1, "exact"), question_unit(0, "no_answer"),
                       question_unit(0.5, "neutral_f1")};
  line.result.discarded = {{"Who are you?", "personal", "nsubj \"you\""}};
  line.fingerprint = "assay/1:0123456789abcdef";
  return line;
}

TEST(ExplainArithmetic, MeanOfQuestions) {
  EXPECT_EQ(explain_arithmetic(q2_result().result), "score = (1 + 0 + 0.5) / 3 = 0.500");
}

TEST(ExplainArithmetic, SaysNothingThatDoesNotAddUp) {
  ResultLine line = q2_result();
  line.result.score = 0.7;
  EXPECT_EQ(explain_arithmetic(line.result), "");
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

TEST(ExplainText, ARecordWithoutAReferenceSaysSo) {
  ResultLine line;
  line.result.id = "ada";
  line.result.metric = "rouge";
  line.result.status = Status::kNoEvidence;
  EXPECT_THAT(explain_result(line, {}),
              HasSubstr("There is no text to check the response against"));
  line.result.metric = "overlap";
  EXPECT_THAT(explain_result(line, {}), HasSubstr("There is no knowledge to check"));
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

TEST(ExplainArithmetic, OneQuestionIsAMeanToo) {
  ResultLine line = q2_result();
  line.result.units.resize(1);
  line.result.score = 1;
  EXPECT_EQ(explain_arithmetic(line.result), "score = (1) / 1 = 1.000");
}

TEST(ExplainArithmetic, TheFallbackSaysWhatNliSaid) {
  ResultLine line = q2_result();
  line.result.fallback = "nli";
  line.result.units.resize(1);
  line.result.units[0] =
      Unit{.text = "The response.", .span = {}, .score = 0.5, .evidence = {}, .detail = {}};
  EXPECT_EQ(explain_arithmetic(line.result),
            "score = 0.500: no question counted, and NLI of the whole response says neutral "
            "(entailment 1, neutral 0.5, contradiction 0)");
}

TEST(ExplainText, ShowsQuestionsAnswersAndArithmetic) {
  const std::string text = explain_result(q2_result(), {});
  EXPECT_THAT(text, HasSubstr("When was Ada Lovelace born?"));
  EXPECT_THAT(text, HasSubstr("10 December 1815"));
  EXPECT_THAT(text, HasSubstr("the answers are equal once normalised: 1"));
  EXPECT_THAT(text, HasSubstr("the knowledge does not answer: 0"));
  EXPECT_THAT(text, HasSubstr("token F1 0.5"));
  EXPECT_THAT(text, HasSubstr("score = (1 + 0 + 0.5) / 3 = 0.500"));
  EXPECT_THAT(text, HasSubstr("Who are you?"));
  EXPECT_THAT(text, HasSubstr("about the speakers, not about the world"));
}

TEST(ExplainText, AnswersWithoutACommonWordShareNone) {
  ResultLine line = q2_result();
  line.result.metric = "q2-f1";
  line.result.units = {question_unit(0, "contradiction"), question_unit(0.5, "neutral_f1")};
  EXPECT_THAT(explain_result(line, {}), HasSubstr("the answers share no words: 0"));
  EXPECT_THAT(explain_result(line, {}), HasSubstr("the answers share words: token F1 0.5"));
  line.result.metric = "q2";
  line.result.units = {question_unit(0, "neutral_f1")};
  EXPECT_THAT(explain_result(line, {}), HasSubstr("the answers share no words: 0"));
}

TEST(ExplainText, ExplainsTheFallback) {
  ResultLine line = q2_result();
  line.result.fallback = "nli";
  EXPECT_THAT(explain_result(line, {}), HasSubstr("another method stood in: NLI of the whole"));
}

TEST(ExplainText, SaysWhyThereIsNoScore) {
  ResultLine line;
  line.result.id = "bad";
  line.result.status = Status::kFailed;
  line.result.error = fail(ErrorCode::kInvalidInput, "not valid UTF-8 at byte 3").value();
  EXPECT_THAT(explain_result(line, {}), HasSubstr("not valid UTF-8 at byte 3"));
  line.result.status = Status::kNoEvidence;
  EXPECT_THAT(explain_result(line, {}), HasSubstr("no knowledge to check the response against"));
  EXPECT_THAT(explain_result(line, {}), Not(HasSubstr("Arithmetic")));
}

TEST(ExplainText, MarksEvidenceInItsPassage) {
  ResultLine line = q2_result();
  line.result.units[0].evidence = {{"knowledge", "0", {8, 12, 8, 12}, "1815"}};
  Record record;
  record.response = "Ada Lovelace was born in 1815.";
  record.knowledge = {{"", "", "Born in 1815 in London."}};
  ExplainOptions options;
  options.record = &record;
  EXPECT_THAT(explain_result(line, options), HasSubstr("Born in »1815« in London."));
  EXPECT_THAT(explain_result(line, options), HasSubstr("Ada Lovelace was born in 1815."));
}

TEST(ExplainText, TerminalControlIsTakenOut) {
  ResultLine line = q2_result();
  line.result.id = "a\x1b[2Jb";
  EXPECT_THAT(explain_result(line, {}), Not(HasSubstr("\x1b")));
}

TEST(Mark, KeepsToCharacterBorders) {
  const std::string text = "ééééXéééé";
  EXPECT_EQ(mark(text, 8, 9, 3, Style(false)), "…éé»X«éé…");
  EXPECT_EQ(mark(text, 8, 9, 100, Style(false)), "éééé»X«éééé");
  EXPECT_EQ(mark("abc", 1, 99, 9, Style(true)), "a\x1b[1;4mbc\x1b[0m");
}

}  // namespace
}  // namespace assay::cli
