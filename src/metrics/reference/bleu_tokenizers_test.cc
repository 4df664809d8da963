#include "metrics/reference/bleu_tokenizers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::reference {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Tokenizer = BleuOptions::Tokenizer;

std::vector<std::string> tokens(std::string_view text, Tokenizer tokenizer) {
  BleuOptions options;
  options.tokenizer = tokenizer;
  return bleu_tokens(text, options);
}

TEST(BleuTokenizers, ThirteenASeparatesPunctuationButNotInNumbers) {
  const auto cut = [](std::string_view text) { return tokens(text, Tokenizer::k13a); };
  EXPECT_THAT(cut("Tea, at 3.50 (or 1,000)?"),
              ElementsAre("Tea", ",", "at", "3.50", "(", "or", "1,000", ")", "?"));
  EXPECT_THAT(cut("It's in 1990-95."), ElementsAre("It's", "in", "1990", "-", "95", "."));
  EXPECT_THAT(cut("well-known"), ElementsAre("well-known"));
  EXPECT_THAT(cut("a...b ,,"), ElementsAre("a", ".", ".", ".", "b", ",", ","));
}

TEST(BleuTokenizers, ThirteenAJoinsLinesAndReadsEntities) {
  const auto cut = [](std::string_view text) { return tokens(text, Tokenizer::k13a); };
  EXPECT_THAT(cut("in-\nside\nout"), ElementsAre("inside", "out"));
  EXPECT_THAT(cut("at the end-\n"), ElementsAre("at", "the", "end-"));
  EXPECT_THAT(cut("a &lt;b&gt; &amp;quot; <skipped>c"),
              ElementsAre("a", "<", "b", ">", "&", "quot", ";", "c"));
  EXPECT_THAT(cut("<skipped>"), IsEmpty());
  EXPECT_THAT(cut("«Tee» – e\xCC\x81."), ElementsAre("«Tee»", "–", "e\xCC\x81", "."));
}

TEST(BleuTokenizers, ThirteenAReadsManyEntitiesInOnePass) {
  constexpr std::size_t kMany = 200'000;
  std::string text;
  for (std::size_t i = 0; i < kMany; ++i) text += "&amp;-\n";
  const auto cut = tokens(text, Tokenizer::k13a);
  EXPECT_EQ(cut.size(), kMany + 1);  // the hyphen at the end has no line behind it
  EXPECT_EQ(cut.front(), "&");
}

TEST(BleuTokenizers, IntlSeparatesPunctuationAndSymbolsOfUnicode) {
  const auto cut = [](std::string_view text) { return tokens(text, Tokenizer::kIntl); };
  EXPECT_THAT(cut("«Tee» für 3,50€…"), ElementsAre("«", "Tee", "»", "für", "3,50", "€", "…"));
  EXPECT_THAT(cut("It's a+b"), ElementsAre("It", "'", "s", "a", "+", "b"));
  EXPECT_THAT(cut("in 1990."), ElementsAre("in", "1990."));
}

TEST(BleuTokenizers, NoneGoesByTheWhiteSpaceOfUnicode) {
  EXPECT_THAT(tokens(" a,b\tc\xC2\xA0"
                     "d\xE3\x80\x80\n",
                     Tokenizer::kNone),
              ElementsAre("a,b", "c", "d"));
  EXPECT_THAT(tokens("", Tokenizer::kNone), IsEmpty());
}

TEST(BleuTokenizers, LowerCasesOnRequest) {
  BleuOptions options;
  options.lower_case = true;
  EXPECT_THAT(bleu_tokens("ÄTNA Is", options), ElementsAre("ätna", "is"));
}

}  // namespace
}  // namespace assay::reference
