#include "metrics/q2/candidates.h"

#include <gtest/gtest.h>

#include "fakes/fake_pipeline.h"

namespace assay::q2 {
namespace {

std::vector<std::string> texts_of(const std::vector<Candidate>& candidates) {
  std::vector<std::string> texts;
  for (const Candidate& candidate : candidates) texts.push_back(candidate.text);
  return texts;
}

using Texts = std::vector<std::string>;

class FindCandidates : public ::testing::Test {
 protected:
  nlp::Doc parse(const std::string& text, testing::FakePipeline::Analysis analysis) {
    pipeline_.set(text, std::move(analysis));
    return pipeline_.analyze(text).value();
  }

 private:
  testing::FakePipeline pipeline_;  // tags of a Doc are views into it
};

TEST_F(FindCandidates, EntitiesComeBeforeNounChunks) {
  const nlp::Doc doc = parse("the cup of Ann is old", {{"Ann"}, {"the cup", "Ann"}, {}});
  const auto candidates = find_candidates(doc, Compat::kNone);
  EXPECT_EQ(texts_of(candidates), (Texts{"Ann", "the cup"}));
  EXPECT_TRUE(candidates[0].is_entity);
  EXPECT_EQ(candidates[0].label, "ENT");
  EXPECT_EQ(candidates[0].token_begin, 3u);
  EXPECT_EQ(candidates[0].token_end, 4u);
  EXPECT_EQ(candidates[0].span.byte_start, 11u);
  EXPECT_FALSE(candidates[1].is_entity);
  EXPECT_EQ(candidates[1].label, "");
}

TEST_F(FindCandidates, ChunksThatDifferFromACandidateInCaseOnlyAreDropped) {
  const nlp::Doc doc = parse("ann met Ann at Tea and tea", {{"Ann"}, {"ann", "Tea", "tea"}, {}});
  EXPECT_EQ(texts_of(find_candidates(doc, Compat::kNone)), (Texts{"Ann", "Tea"}));
  EXPECT_EQ(texts_of(find_candidates(doc, Compat::kQ2Paper)), (Texts{"Ann", "Tea"}));
}

TEST_F(FindCandidates, ARepeatedEntityCountsOnceButAsOftenAsItStandsInPaperMode) {
  const nlp::Doc doc = parse("Ann and Ann and Bob", {{"Ann", "Ann", "Bob"}, {}, {}});
  EXPECT_EQ(texts_of(find_candidates(doc, Compat::kNone)), (Texts{"Ann", "Bob"}));
  EXPECT_EQ(texts_of(find_candidates(doc, Compat::kQ2Paper)), (Texts{"Ann", "Ann", "Bob"}));
}

TEST_F(FindCandidates, TheSpeakerIsNoCandidate) {
  const nlp::Doc doc = parse("I met Ann and i left", {{"Ann"}, {"I", "Ann", "i"}, {}});
  EXPECT_EQ(texts_of(find_candidates(doc, Compat::kNone)), (Texts{"Ann"}));
}

TEST_F(FindCandidates, PronounsAreMarkedButNotInPaperMode) {
  const nlp::Doc doc = parse("they met her friend",
                             {{}, {"they", "her friend"}, {}, {{"they", "PRON"}, {"her", "PRON"}}});
  const auto candidates = find_candidates(doc, Compat::kNone);
  ASSERT_EQ(texts_of(candidates), (Texts{"they", "her friend"}));
  EXPECT_TRUE(candidates[0].is_pronoun);
  EXPECT_FALSE(candidates[1].is_pronoun);
  EXPECT_FALSE(find_candidates(doc, Compat::kQ2Paper)[0].is_pronoun);
}

// "Do you like tea?" says nothing of whom the knowledge names.
TEST_F(FindCandidates, WhoSpeaksAndIsSpokenToStandsForNoName) {
  const nlp::Doc doc =
      parse("You and we know that",
            {{}, {"You", "we", "that"}, {}, {{"You", "PRON"}, {"we", "PRON"}, {"that", "PRON"}}});
  const auto candidates = find_candidates(doc, Compat::kNone);
  ASSERT_EQ(texts_of(candidates), (Texts{"You", "we", "that"}));
  EXPECT_FALSE(candidates[0].is_pronoun);
  EXPECT_FALSE(candidates[1].is_pronoun);
  EXPECT_TRUE(candidates[2].is_pronoun);
}

TEST_F(FindCandidates, NothingToAskAboutGivesNone) {
  EXPECT_TRUE(find_candidates(parse("well yes", {}), Compat::kNone).empty());
}

}  // namespace
}  // namespace assay::q2
