#include "text/bpe.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>

namespace assay::text {
namespace {

using testing::ElementsAre;

// Ids in the order of the tokens, merges in the order of their ranks.
Bpe make(const std::vector<std::string>& tokens,
         const std::vector<std::pair<std::string, std::string>>& pairs, BpeOptions options = {}) {
  Vocabulary vocabulary;
  for (std::uint32_t id = 0; id < tokens.size(); ++id) vocabulary.insert(tokens[id], id);
  BpeMerges merges;
  std::uint32_t rank = 0;
  for (const auto& [left, right] : pairs) {
    const std::string merged = left + right.substr(options.continuation_prefix.size());
    merges.insert(*vocabulary.find(left), *vocabulary.find(right),
                  {rank++, *vocabulary.find(merged)});
  }
  return {std::move(vocabulary), std::move(merges), std::move(options)};
}

std::vector<std::string> tokens_of(const Bpe& bpe, std::string_view word) {
  std::vector<ModelToken> tokens;
  EXPECT_TRUE(bpe.tokenize(word, tokens).has_value());
  std::vector<std::string> names;
  for (const ModelToken& token : tokens) names.emplace_back(*bpe.token_of(token.id));
  return names;
}

std::vector<ByteRange> ranges_of(const Bpe& bpe, std::string_view word) {
  std::vector<ModelToken> tokens;
  EXPECT_TRUE(bpe.tokenize(word, tokens).has_value());
  std::vector<ByteRange> ranges;
  for (const ModelToken& token : tokens) ranges.push_back(token.range);
  return ranges;
}

const std::vector<std::string> kTokens{"a", "b", "c", "ab", "bc", "abc", "cab", "?", "é"};

TEST(Bpe, LowestRankMergesFirst) {
  const Bpe bpe = make(kTokens, {{"b", "c"}, {"a", "b"}, {"a", "bc"}});
  EXPECT_THAT(tokens_of(bpe, "ab"), ElementsAre("ab"));
  EXPECT_THAT(tokens_of(bpe, "abc"), ElementsAre("abc"));
  EXPECT_THAT(tokens_of(bpe, "abbc"), ElementsAre("ab", "bc"));
  EXPECT_THAT(tokens_of(bpe, "acab"), ElementsAre("a", "c", "ab"));
}

TEST(Bpe, OfEqualPairsTheLeftmostMerges) {
  const Bpe bpe = make({"a", "aa"}, {{"a", "a"}});
  EXPECT_THAT(tokens_of(bpe, "aaa"), ElementsAre("aa", "a"));
}

TEST(Bpe, WordsOfTheVocabularyNeedTheirMerges) {
  EXPECT_THAT(tokens_of(make(kTokens, {{"c", "ab"}}), "cab"), ElementsAre("c", "a", "b"));
  BpeOptions options;
  options.ignore_merges = true;
  EXPECT_THAT(tokens_of(make(kTokens, {}, options), "cab"), ElementsAre("cab"));
}

TEST(Bpe, UnknownCodePoints) {
  BpeOptions options;
  EXPECT_THAT(tokens_of(make(kTokens, {}, options), "a東b"), ElementsAre("a", "b"));
  options.unknown = "?";
  const Bpe one_each = make(kTokens, {}, options);
  EXPECT_THAT(tokens_of(one_each, "a東京b"), ElementsAre("a", "?", "?", "b"));
  EXPECT_THAT(ranges_of(one_each, "a東b"),
              ElementsAre(ByteRange{0, 1}, ByteRange{1, 4}, ByteRange{4, 5}));
  options.fuse_unknown = true;
  EXPECT_THAT(tokens_of(make(kTokens, {}, options), "a東京b"), ElementsAre("a", "?", "b"));
}

TEST(Bpe, UnknownTokenOutsideTheVocabularyIsAnErrorWhenItIsNeeded) {
  BpeOptions options;
  options.unknown = "none";
  const Bpe bpe = make(kTokens, {}, options);
  std::vector<ModelToken> tokens;
  EXPECT_TRUE(bpe.tokenize("abc", tokens).has_value());
  EXPECT_EQ(bpe.tokenize("x", tokens).error().code, ErrorCode::kCorrupt);
}

TEST(Bpe, BytesOfUnknownCodePoints) {
  BpeOptions options;
  options.unknown = "?";
  options.byte_fallback = true;
  const Bpe bpe = make({"a", "?", "<0xC3>", "<0xA8>"}, {}, options);
  EXPECT_THAT(tokens_of(bpe, "aè"), ElementsAre("a", "<0xC3>", "<0xA8>"));
  EXPECT_THAT(tokens_of(bpe, "aé"), ElementsAre("a", "?")) << "one byte has no token";
}

TEST(Bpe, PrefixAndSuffix) {
  BpeOptions prefixed;
  prefixed.continuation_prefix = "##";
  EXPECT_THAT(tokens_of(make({"a", "##b", "##c", "ab"}, {{"a", "##b"}}, prefixed), "abc"),
              ElementsAre("ab", "##c"));
  BpeOptions suffixed;
  suffixed.end_suffix = "</w>";
  EXPECT_THAT(tokens_of(make({"a", "b", "b</w>", "ab</w>"}, {{"a", "b</w>"}}, suffixed), "bab"),
              ElementsAre("b", "ab</w>"));
}

// The rule by itself: look at all pairs, merge the first of the lowest rank.
std::vector<Symbol> merged_simply(const BpeMerges& merges, std::vector<Symbol> symbols) {
  for (;;) {
    BpeMerges::Merge best;
    std::size_t place = 0;
    for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
      const auto merge = merges.find(symbols[i].id, symbols[i + 1].id);
      if (merge.rank < best.rank) {
        best = merge;
        place = i;
      }
    }
    if (best.rank == BpeMerges::kNoRank) return symbols;
    symbols[place] = {best.id, symbols[place].size + symbols[place + 1].size};
    symbols.erase(symbols.begin() + static_cast<std::ptrdiff_t>(place) + 1);
  }
}

TEST(BpeMerges, ShortAndLongWordsFollowTheSameRule) {
  std::mt19937 random(5);
  const auto draw = [&](std::uint32_t below) {
    return static_cast<std::uint32_t>(random() % below);
  };
  BpeMerges merges;
  for (std::uint32_t rank = 0; rank < 200; ++rank) {
    merges.insert(draw(4 + rank), draw(4 + rank), {rank, 4 + rank});
  }
  for (std::size_t size = 1; size < 200; ++size) {
    std::vector<Symbol> symbols;
    for (std::size_t i = 0; i < size; ++i) symbols.push_back({draw(4), 1});
    const std::vector<Symbol> expected = merged_simply(merges, symbols);
    merges.apply(symbols);
    ASSERT_TRUE(std::equal(
        symbols.begin(), symbols.end(), expected.begin(), expected.end(),
        [](const Symbol& a, const Symbol& b) { return a.id == b.id && a.size == b.size; }))
        << size;
  }
}

TEST(BpeMerges, LaterMergeOfAPairReplacesTheEarlier) {
  BpeMerges merges;
  merges.insert(1, 2, {0, 3});
  merges.insert(1, 2, {7, 4});
  EXPECT_EQ(merges.find(1, 2).rank, 7U);
  EXPECT_EQ(merges.find(1, 2).id, 4U);
  EXPECT_EQ(merges.find(2, 1).rank, BpeMerges::kNoRank);
}

// A word of a megabyte: with quadratic work this would take hours.
TEST(Bpe, LongWordsTakeNoQuadraticTime) {
  const Bpe bpe = make({"a", "aa", "aaaa"}, {{"a", "a"}, {"aa", "aa"}});
  std::vector<ModelToken> tokens;
  ASSERT_TRUE(bpe.tokenize(std::string(1 << 20, 'a'), tokens).has_value());
  EXPECT_EQ(tokens.size(), 1U << 18);
}

}  // namespace
}  // namespace assay::text
