#include "text/pre_tokenizer.h"

#include <gmock/gmock.h>

namespace assay::text {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> split(const PreTokenizer& pre_tokenizer, std::string_view text) {
  const MappedText mapped = MappedText::unmoved(std::string(text));
  Pieces pieces(mapped, {0, static_cast<std::uint32_t>(text.size())}, 0);
  EXPECT_TRUE(pre_tokenizer.apply(pieces).has_value());
  std::vector<std::string> texts;
  for (const ByteRange& piece : pieces.ranges()) texts.emplace_back(pieces.view(piece));
  return texts;
}

std::vector<std::string> split_punctuation(Delimiters behaviour, std::string_view text) {
  return split(*make_punctuation_split(behaviour), text);
}

TEST(PreTokenizer, Bert) {
  EXPECT_THAT(split(*make_bert_pre_tokenizer(), " don't  stop!! 3.5"),
              ElementsAre("don", "'", "t", "stop", "!", "!", "3", ".", "5"));
  EXPECT_THAT(split(*make_bert_pre_tokenizer(), " \u3000"), IsEmpty());
}

TEST(PreTokenizer, WordsAndTheRest) {
  EXPECT_THAT(split(*make_word_split(), "what's_up?! né"),
              ElementsAre("what", "'", "s_up", "?!", "né"));
}

TEST(PreTokenizer, WhiteSpace) {
  EXPECT_THAT(split(*make_white_space_split(), "\ta, b\u2003c "), ElementsAre("a,", "b", "c"));
}

TEST(PreTokenizer, DelimiterBehaviours) {
  const std::string text = "-a--b-";
  EXPECT_THAT(split_punctuation(Delimiters::kRemoved, text), ElementsAre("a", "b"));
  EXPECT_THAT(split_punctuation(Delimiters::kIsolated, text),
              ElementsAre("-", "a", "-", "-", "b", "-"));
  EXPECT_THAT(split_punctuation(Delimiters::kContiguous, text),
              ElementsAre("-", "a", "--", "b", "-"));
  EXPECT_THAT(split_punctuation(Delimiters::kMergedWithPrevious, text),
              ElementsAre("-", "a-", "-", "b-"));
  EXPECT_THAT(split_punctuation(Delimiters::kMergedWithNext, text),
              ElementsAre("-a", "-", "-b", "-"));
}

TEST(PreTokenizer, Digits) {
  EXPECT_THAT(split(*make_digit_split(true), "a12b½"), ElementsAre("a", "1", "2", "b", "½"));
  EXPECT_THAT(split(*make_digit_split(false), "a12b½"), ElementsAre("a", "12", "b", "½"));
}

TEST(PreTokenizer, SequenceRefines) {
  std::vector<std::unique_ptr<const PreTokenizer>> parts;
  parts.push_back(make_white_space_split());
  parts.push_back(make_digit_split(true));
  EXPECT_THAT(split(*make_pre_tokenizer_sequence(std::move(parts)), "in 42 ways"),
              ElementsAre("in", "4", "2", "ways"));
}

}  // namespace
}  // namespace assay::text
