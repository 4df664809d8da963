#include "nlp/tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <msgpack.hpp>

#include "spacy_files.h"

namespace assay::nlp {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Lexicon bare_lexicon() {
  return *Lexicon::load("no such folder");
}

class TokenizerTest : public testing::Test {
 protected:
  std::vector<std::string> tokens(std::string_view text) const {
    const auto result = (*tokenizer_)->tokenize(text);
    std::vector<std::string> texts;
    for (const RawToken& token : result.value().tokens) {
      texts.emplace_back(text.substr(token.byte_start, token.lexeme->bytes));
    }
    return texts;
  }

  Result<std::unique_ptr<Tokenizer>> tokenizer_ =
      Tokenizer::from_msgpack(assay::spacy_files::small_tokenizer_file(), bare_lexicon());
};

TEST_F(TokenizerTest, StripsAffixesFromTheOutsideIn) {
  EXPECT_THAT(tokens("(\"hello\"),"), ElementsAre("(", "\"", "hello", "\"", ")", ","));
  EXPECT_THAT(tokens("5km 5 km"), ElementsAre("5", "km", "5", "km"));
  EXPECT_THAT(tokens("km"), ElementsAre("km"));
}

TEST_F(TokenizerTest, StopsAtSpecialCases) {
  EXPECT_THAT(tokens("don't"), ElementsAre("do", "n't"));
  EXPECT_THAT(tokens("(don't)"), ElementsAre("(", "do", "n't", ")"));
  EXPECT_THAT(tokens("in the U.S., too."), ElementsAre("in", "the", "U.S.", ",", "too", "."));
  EXPECT_THAT(tokens("Don't"), ElementsAre("Don't"));
}

TEST_F(TokenizerTest, FindsSpecialCasesAcrossTokens) {
  // The rules split "(x-y!)" into ( x-y ! ): the case "x-y!" is found in that row of tokens.
  EXPECT_THAT(tokens("(x-y!)"), ElementsAre("(", "x-", "y!", ")"));
  EXPECT_THAT(tokens("$(c)"), ElementsAre("$", "(c)"));
  EXPECT_THAT(tokens("( c )"), ElementsAre("(", "c", ")"));
}

TEST_F(TokenizerTest, SplitsAtInfixesButNotInsideUrls) {
  EXPECT_THAT(tokens("well-known...fact"), ElementsAre("well", "-", "known", "...", "fact"));
  EXPECT_THAT(tokens("http://a-b.example/c...d"), ElementsAre("http://a-b.example/c...d"));
}

TEST_F(TokenizerTest, KeepsWhiteSpaceBeyondOneBlank) {
  EXPECT_THAT(tokens("a  b"), ElementsAre("a", " ", "b"));
  EXPECT_THAT(tokens(" a\n\nb \t"), ElementsAre(" ", "a", "\n\n", "b", "\t"));
  EXPECT_THAT(tokens("   "), ElementsAre("   "));
  EXPECT_THAT(tokens(""), IsEmpty());
}

TEST_F(TokenizerTest, PlacesTokensInBytesAndCodePoints) {
  const auto result = (*tokenizer_)->tokenize("é (né) x");
  ASSERT_EQ(result->tokens.size(), 5U);
  const RawToken& word = result->tokens[2];
  EXPECT_EQ(word.byte_start, 4U);
  EXPECT_EQ(word.code_point_start, 3U);
  EXPECT_EQ(word.byte_end(), 7U);
  EXPECT_FALSE(word.followed_by_space);
  EXPECT_TRUE(result->tokens[3].followed_by_space);
  EXPECT_FALSE(result->tokens[4].followed_by_space);
}

TEST_F(TokenizerTest, GivesTheSameTokensForAWordSeenBefore) {
  const std::vector<std::string> first = tokens("(well-known)");
  EXPECT_EQ(tokens("(well-known)"), first);
}

TEST_F(TokenizerTest, SplitsALongWordOfPunctuation) {
  EXPECT_EQ(tokens(std::string(100'000, '!')).size(), 100'000U);
}

TEST_F(TokenizerTest, TakesALongRunOfDotsAsOneSuffix) {
  EXPECT_THAT(tokens("so" + std::string(500, '.')), ElementsAre("so", std::string(500, '.')));
}

TEST(TokenizerLoadTest, RefusesWhatItCannotRead) {
  const auto code = [](std::string_view bytes) {
    const auto loaded = Tokenizer::from_msgpack(bytes, bare_lexicon());
    return loaded ? std::optional<ErrorCode>() : loaded.error().code;
  };
  EXPECT_EQ(code(""), ErrorCode::kCorrupt);
  EXPECT_EQ(code("\xC1"), ErrorCode::kCorrupt);
  EXPECT_EQ(code(assay::spacy_files::small_tokenizer_file().substr(0, 60)), ErrorCode::kCorrupt);
  EXPECT_EQ(code("\x90"), ErrorCode::kCorrupt);
}

TEST(TokenizerLoadTest, NamesARuleThatItCannotRun) {
  msgpack::sbuffer buffer;
  msgpack::packer<msgpack::sbuffer> pack(buffer);
  pack.pack_map(1);
  pack.pack("infix_finditer");
  pack.pack("(?P<name>x)");
  const auto loaded = Tokenizer::from_msgpack({buffer.data(), buffer.size()}, bare_lexicon());
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::kUnsupported);
  EXPECT_THAT(loaded.error().message, testing::HasSubstr("infix_finditer"));
  EXPECT_THAT(loaded.error().message, testing::HasSubstr("(?P<"));
}

}  // namespace
}  // namespace assay::nlp
