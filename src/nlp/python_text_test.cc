#include "nlp/python_text.h"

#include <gtest/gtest.h>

namespace assay::nlp::python {
namespace {

TEST(PythonText, KnowsWhiteSpaceAsPythonDoes) {
  for (char32_t c :
       {U' ', U'\t', U'\n', U'\x1c', U'\x1f', U'\x85', U'\xa0', U'\u2009', U'\u3000'}) {
    EXPECT_TRUE(is_space(c)) << static_cast<unsigned>(c);
  }
  for (char32_t c : {U'a', U'\0', U'\x1b', U'\u200b', U'\ufeff', U'\u180e'}) {
    EXPECT_FALSE(is_space(c)) << static_cast<unsigned>(c);
  }
}

TEST(PythonText, ClassifiesLettersDigitsAndPunctuation) {
  EXPECT_TRUE(is_alpha(U'é') && is_alpha(U'日') && is_alpha(U'ǅ'));
  EXPECT_FALSE(is_alpha(U'\u0301') || is_alpha(U'5') || is_alpha(U'Ⅷ'));
  EXPECT_TRUE(is_upper(U'Σ') && is_upper(U'Ⅷ'));
  EXPECT_FALSE(is_upper(U'ǅ') || is_upper(U'ß'));
  EXPECT_TRUE(is_digit(U'7') && is_digit(U'²') && is_digit(U'٣'));
  EXPECT_FALSE(is_digit(U'½') || is_digit(U'Ⅷ') || is_digit(U'三'));
  EXPECT_TRUE(is_punct(U'!') && is_punct(U'’') && is_punct(U'。') && is_punct(U'_'));
  EXPECT_FALSE(is_punct(U'$') || is_punct(U'+') || is_punct(U'`'));
}

TEST(PythonText, LowersWithFullCaseMapping) {
  EXPECT_EQ(lower("HeLLo 1"), "hello 1");
  EXPECT_EQ(lower("ÉCOLE"), "école");
  EXPECT_EQ(lower("ΟΔΟΣ"), "οδος");  // final sigma
  EXPECT_EQ(lower("İ"), "i\u0307");
}

TEST(PythonText, AsksEveryCharacterToBeALetter) {
  EXPECT_TRUE(is_alpha_text("naïve"));
  EXPECT_FALSE(is_alpha_text("two words"));
  EXPECT_FALSE(is_alpha_text(""));
}

}  // namespace
}  // namespace assay::nlp::python
