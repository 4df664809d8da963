#include "cli/explain_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "question_unit.h"

namespace assay::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

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
