#include "text/unigram.h"

#include <gmock/gmock.h>

namespace assay::text {
namespace {

using testing::ElementsAre;

std::vector<std::string> texts_of(const Unigram& unigram, std::string_view piece) {
  std::vector<ModelToken> tokens;
  EXPECT_TRUE(unigram.tokenize(piece, tokens).has_value());
  std::vector<std::string> texts;
  for (const ModelToken& token : tokens) {
    texts.emplace_back(piece.substr(token.range.begin, token.range.end - token.range.begin));
  }
  return texts;
}

std::vector<std::string> names_of(const Unigram& unigram, std::string_view piece) {
  std::vector<ModelToken> tokens;
  EXPECT_TRUE(unigram.tokenize(piece, tokens).has_value());
  std::vector<std::string> names;
  for (const ModelToken& token : tokens) names.emplace_back(*unigram.token_of(token.id));
  return names;
}

Unigram make(Unigram::ScoredTokens tokens, bool byte_fallback = false) {
  UnigramOptions options;
  options.unknown = 0;
  options.byte_fallback = byte_fallback;
  return {std::move(tokens), options};
}

TEST(Unigram, HighestSumWins) {
  // "abc": a+bc = -3, ab+c = -3.5, abc = -4, a+b+c = -6.
  const Unigram unigram =
      make({{"?", 0}, {"a", -1}, {"b", -3}, {"c", -2}, {"ab", -1.5}, {"bc", -2}, {"abc", -4}});
  EXPECT_THAT(texts_of(unigram, "abc"), ElementsAre("a", "bc"));
  EXPECT_THAT(texts_of(unigram, "ab"), ElementsAre("ab"));
}

TEST(Unigram, OfEqualSumsTheEarlierFoundCounts) {
  // Behind "aa" the way a+aa is found first; aa+a is no better.
  EXPECT_THAT(texts_of(make({{"?", 0}, {"a", -1}, {"aa", -2}}), "aaa"), ElementsAre("a", "aa"));
}

TEST(Unigram, UnknownCodePointsInARowAreOneToken) {
  const Unigram unigram = make({{"?", 0}, {"a", -1}});
  EXPECT_THAT(texts_of(unigram, "東京a京"), ElementsAre("東京", "a", "京"));
  EXPECT_THAT(names_of(unigram, "東京a京"), ElementsAre("?", "a", "?"));
}

TEST(Unigram, BytesOfTheUnknown) {
  const Unigram unigram = make({{"?", 0}, {"a", -1}, {"<0xC3>", -9}, {"<0xA8>", -9}}, true);
  EXPECT_THAT(names_of(unigram, "aè"), ElementsAre("a", "<0xC3>", "<0xA8>"));
  EXPECT_THAT(names_of(unigram, "aé"), ElementsAre("a", "?"));
}

TEST(Unigram, OfEqualTokensTheLastCounts) {
  const Unigram unigram = make({{"?", 0}, {"a", -1}, {"a", -5}});
  EXPECT_EQ(unigram.id_of("a"), 2U);
  EXPECT_EQ(unigram.token_of(1), "a");
  EXPECT_EQ(unigram.vocabulary_size(), 3U);
}

TEST(Unigram, WithoutUnknownTokenWhatIsNotCoveredIsAnError) {
  const Unigram unigram({{"a", -1}}, {});
  std::vector<ModelToken> tokens;
  EXPECT_TRUE(unigram.tokenize("aa", tokens).has_value());
  EXPECT_EQ(unigram.tokenize("ab", tokens).error().code, ErrorCode::kCorrupt);
}

TEST(Unigram, LongPieces) {
  const Unigram unigram = make({{"?", 0}, {"a", -1}, {"aaaa", -2}});
  std::vector<ModelToken> tokens;
  ASSERT_TRUE(unigram.tokenize(std::string(1 << 20, 'a'), tokens).has_value());
  EXPECT_EQ(tokens.size(), 1U << 18);
}

TEST(PrefixTrie, FindsAllKeysThatATextBeginsWith) {
  const PrefixTrie trie({{"b", 7}, {"abc", 2}, {"ab", 1}, {"\xC3\xA9", 3}});
  std::vector<std::uint32_t> values;
  auto node = trie.root();
  for (const char byte : std::string("abcd")) {
    if (!trie.step(node, byte)) break;
    if (trie.value(node) != PrefixTrie::kNone) values.push_back(trie.value(node));
  }
  EXPECT_THAT(values, ElementsAre(1, 2));
  auto other = trie.root();
  EXPECT_TRUE(trie.step(other, '\xC3'));
  EXPECT_EQ(trie.value(other), PrefixTrie::kNone);
  EXPECT_FALSE(trie.step(other, '\xAA'));
  EXPECT_TRUE(trie.step(other, '\xA9'));
  EXPECT_EQ(trie.value(other), 3U);
}

TEST(PrefixTrie, MayBeEmpty) {
  const PrefixTrie trie;
  auto node = trie.root();
  EXPECT_FALSE(trie.step(node, 'a'));
}

}  // namespace
}  // namespace assay::text
