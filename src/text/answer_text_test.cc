#include "text/answer_text.h"

#include <gmock/gmock.h>

#include "text/lower.h"

namespace assay::text {
namespace {

using testing::ElementsAre;

std::string squad(std::string_view text) {
  return normalize_answer(text, AnswerStyle::kSquad);
}
std::string q2(std::string_view text) {
  return normalize_answer(text, AnswerStyle::kQ2);
}

TEST(ToLower, SigmaAtTheEndOfAWord) {
  EXPECT_EQ(to_lower("ΟΔΥΣΣΕΥΣ ΣΑΣ."), "οδυσσευς σας.");
  EXPECT_EQ(to_lower("Σ"), "σ");
  EXPECT_EQ(to_lower("ΑΣ'Α ΑΣ\u0301"), "ασ'α ας\u0301");
}

TEST(ToLower, OddCases) {
  EXPECT_EQ(to_lower("İSTANBUL ẞ ŉ Ǆ"), "i\u0307stanbul ß ŉ ǆ");
}

TEST(AnswerText, Squad) {
  EXPECT_EQ(squad("The  Eiffel\tTower!"), "eiffel tower");
  EXPECT_EQ(squad("An apple a day"), "apple day");
  EXPECT_EQ(squad("in our time"), "in our time");
  EXPECT_EQ(squad("the an a ..."), "");
}

TEST(AnswerText, Q2) {
  EXPECT_EQ(q2("In our  Theatre, the A-list"), "theatre alist");
  EXPECT_EQ(q2("  one\n two "), "one\n two");
  EXPECT_EQ(q2("The"), "");
}

// Punctuation is dropped before words are looked for, so "a." is the word "a" and "a-b" is "ab".
TEST(AnswerText, PunctuationGoesFirst) {
  EXPECT_EQ(squad("plan a."), "plan");
  EXPECT_EQ(squad("t.h.e end"), "end");
  EXPECT_EQ(squad("a_n"), "");
}

// A combining mark is no word character in Python, so the "a" before it is a word of its own.
TEST(AnswerText, BoundariesArePythons) {
  EXPECT_EQ(squad("a\u0303 b"), "\u0303 b");
  EXPECT_EQ(squad("á b"), "á b");
  EXPECT_EQ(squad("東a"), "東a");
  EXPECT_EQ(squad("²a"), "²a");
  EXPECT_EQ(squad("“a” b"), "“ ” b");
}

TEST(AnswerText, TokensSplitAtEveryWhiteSpaceOfPython) {
  EXPECT_THAT(answer_tokens("x\u00A0y\x1Cz\u2003w", AnswerStyle::kQ2),
              ElementsAre("x", "y", "z", "w"));
}

TEST(AnswerText, F1CountsRepeatedTokens) {
  EXPECT_DOUBLE_EQ(answer_f1("in Paris, France", "Paris", AnswerStyle::kQ2), 2.0 / 3);
  EXPECT_DOUBLE_EQ(answer_f1("no no no", "no no", AnswerStyle::kQ2), 0.8);
  EXPECT_DOUBLE_EQ(answer_f1("red", "blue", AnswerStyle::kQ2), 0);
  EXPECT_DOUBLE_EQ(answer_f1("The cat", "a cat!", AnswerStyle::kQ2), 1);
}

TEST(AnswerText, F1OfEmptyAnswers) {
  EXPECT_EQ(answer_f1("the", "...", AnswerStyle::kQ2), 1);
  EXPECT_EQ(answer_f1("the", "...", AnswerStyle::kQ2, 0), 0);
  EXPECT_EQ(answer_f1("the", "cat", AnswerStyle::kQ2), 0);
}

}  // namespace
}  // namespace assay::text
