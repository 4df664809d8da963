#include "metrics/entailment.h"

#include <gtest/gtest.h>

#include "fakes/fake_models.h"

namespace assay {
namespace {

using testing::FakeNli;

Record record_with(std::vector<std::string> passages) {
  Record record;
  record.response = "Tea is HOT.";
  for (std::string& passage : passages) record.knowledge.push_back({"", "", std::move(passage)});
  return record;
}

ResponseJudgement judge(const FakeNli& nli, const Record& record, Compat compat = Compat::kNone) {
  const Record* one = &record;
  return judge_responses(nli, {&one, 1}, compat).value().at(0);
}

TEST(JudgeResponses, TheSurestPassageDecidesWhateverItsLabel) {
  FakeNli nli;
  nli.set("A", "Tea is HOT.", {0.2, 0.2, 0.6, 1, false});
  nli.set("B", "Tea is HOT.", {0.7, 0.2, 0.1, 1, false});
  EXPECT_EQ(judge(nli, record_with({"A", "B", "C"})).reading, 1u);
  nli.set("A", "Tea is HOT.", {0.1, 0.1, 0.8, 1, false});
  const ResponseJudgement refuted = judge(nli, record_with({"A", "B", "C"}));
  EXPECT_EQ(refuted.reading, 0u);
  EXPECT_EQ(refuted.scores.label(), NliScores::Label::kContradiction);
}

TEST(JudgeResponses, NeutralPassagesDoNotClearAContradiction) {
  FakeNli nli;
  nli.set("B", "Tea is HOT.", {0.2, 0.35, 0.45, 1, false});
  const ResponseJudgement judgement = judge(nli, record_with({"A", "B", "C"}));
  EXPECT_EQ(judgement.reading, 1u);
  EXPECT_EQ(judgement.scores.label(), NliScores::Label::kContradiction);
}

TEST(JudgeResponses, TheFirstOfEqualsDecides) {
  FakeNli nli;
  nli.set("A", "Tea is HOT.", {0.7, 0.1, 0.2, 1, false});
  nli.set("B", "Tea is HOT.", {0.2, 0.1, 0.7, 1, false});
  EXPECT_EQ(judge(nli, record_with({"A", "B"})).reading, 0u);
}

TEST(JudgeResponses, APassageAboutSomethingElseIsNotAsked) {
  FakeNli nli;
  nli.set("Snow is cold.", "Tea is HOT.", FakeNli::contradiction());
  nli.set("Hot tea.", "Tea is HOT.", {0.5, 0.3, 0.2, 1, false});
  EXPECT_EQ(judge(nli, record_with({"Snow is cold.", "Hot tea."})).reading, 1u);
  EXPECT_EQ(nli.asked().size(), 1u);
}

TEST(JudgeResponses, PaperModeJoinsAndLowerCasesTheKnowledgeOnly) {
  FakeNli nli;
  judge(nli, record_with({"Hot Tea.", "\u00C9t\u00C9"}), Compat::kQ2Paper);
  ASSERT_EQ(nli.asked().size(), 1u);
  EXPECT_EQ(nli.asked()[0].first, "hot tea. \u00E9t\u00E9");
  EXPECT_EQ(nli.asked()[0].second, "Tea is HOT.");
}

TEST(JudgeResponses, ACutInAnyPassageIsReported) {
  FakeNli nli;
  nli.set("A", "Tea is HOT.", FakeNli::entailment());
  NliScores cut = FakeNli::neutral();
  cut.truncated = true;
  nli.set("B", "Tea is HOT.", cut);
  EXPECT_TRUE(judge(nli, record_with({"A", "B"})).truncated);
  EXPECT_FALSE(judge(nli, record_with({"A", "C"})).truncated);
}

TEST(ResponseUnit, HoldsTheWholeResponseAndTheDecidingPassage) {
  FakeNli nli;
  nli.set("B", "Tea is HOT.", FakeNli::contradiction());
  const Record record = record_with({"A", "B"});
  const Unit unit = response_unit(record, judge(nli, record), Compat::kNone);
  EXPECT_EQ(unit.kind, UnitKind::kText);
  EXPECT_EQ(unit.text, "Tea is HOT.");
  EXPECT_EQ(unit.span->byte_end, 11u);
  EXPECT_EQ(unit.verdict, Verdict::kRefuted);
  EXPECT_EQ(unit.score, 0.0);
  ASSERT_EQ(unit.evidence.size(), 1u);
  EXPECT_EQ(unit.evidence[0].id, "1");
  EXPECT_EQ(unit.evidence[0].text, "B");
}

TEST(EntailmentScore, IsOneHalfOrNothing) {
  EXPECT_EQ(entailment_score(NliScores::Label::kEntailment), 1.0);
  EXPECT_EQ(entailment_score(NliScores::Label::kNeutral), 0.5);
  EXPECT_EQ(entailment_score(NliScores::Label::kContradiction), 0.0);
}

}  // namespace
}  // namespace assay
