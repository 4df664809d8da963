#include "nlp/noun_chunks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::nlp {
namespace {

using testing::ElementsAre;
using testing::Pair;

struct Word {
  const char* pos;
  const char* dep;
  std::size_t head;
};

std::vector<TokenAnalysis> tree(const std::vector<Word>& words) {
  std::vector<TokenAnalysis> tokens(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    tokens[i].pos = words[i].pos;
    tokens[i].dep = words[i].dep;
    tokens[i].head = words[i].head;
  }
  return tokens;
}

std::vector<std::pair<std::size_t, std::size_t>> chunks(const std::vector<Word>& words) {
  std::vector<std::pair<std::size_t, std::size_t>> bounds;
  for (const ChunkSpan& chunk : english_noun_chunks(tree(words))) {
    bounds.emplace_back(chunk.begin, chunk.end);
  }
  return bounds;
}

TEST(NounChunks, ReachFromTheLeftEdgeToTheNoun) {
  // the big dog bit John
  EXPECT_THAT(chunks({{"DET", "det", 2},
                      {"ADJ", "amod", 2},
                      {"NOUN", "nsubj", 3},
                      {"VERB", "ROOT", 3},
                      {"PROPN", "dobj", 3}}),
              ElementsAre(Pair(0, 3), Pair(4, 5)));
}

TEST(NounChunks, FollowConjunctsToWhatTheyAreCoordinatedTo) {
  // cats , dogs and mice run
  EXPECT_THAT(chunks({{"NOUN", "nsubj", 5},
                      {"PUNCT", "punct", 0},
                      {"NOUN", "conj", 0},
                      {"CCONJ", "cc", 2},
                      {"NOUN", "conj", 2},
                      {"VERB", "ROOT", 5}}),
              ElementsAre(Pair(0, 1), Pair(2, 3), Pair(4, 5)));
}

TEST(NounChunks, LeaveOutNounsOfOtherRoles) {
  // today he came
  EXPECT_THAT(chunks({{"NOUN", "npadvmod", 2}, {"PRON", "nsubj", 2}, {"VERB", "ROOT", 2}}),
              ElementsAre(Pair(1, 2)));
}

TEST(NounChunks, NeverNest) {
  // the subtree of token 2 begins with token 0, which is a chunk already
  EXPECT_THAT(chunks({{"NOUN", "nsubj", 2}, {"ADP", "prep", 0}, {"NOUN", "ROOT", 2}}),
              ElementsAre(Pair(0, 1)));
}

TEST(LeftEdges, ReachThroughTheWholeSubtree) {
  EXPECT_THAT(left_edges(tree({{"", "", 1}, {"", "", 2}, {"", "", 2}, {"", "", 2}})),
              ElementsAre(0, 0, 0, 3));
}

TEST(LeftEdges, SettleForArcsThatCross) {
  // 0 <- 2, 1 <- 3, 2 and 3 below root 4
  EXPECT_THAT(left_edges(tree({{"", "", 2}, {"", "", 3}, {"", "", 4}, {"", "", 4}, {"", "", 4}})),
              ElementsAre(0, 1, 0, 1, 0));
}

TEST(NounChunks, OfNoTokensAreNone) {
  EXPECT_TRUE(chunks({}).empty());
}

}  // namespace
}  // namespace assay::nlp
