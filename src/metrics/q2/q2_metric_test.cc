#include "metrics/q2/q2_metric.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "fakes/fake_generator.h"
#include "fakes/fake_models.h"
#include "fakes/fake_pipeline.h"

namespace assay::q2 {
namespace {

using ::testing::ElementsAre;
using testing::FakeGenerator;
using testing::FakeNli;
using testing::FakePipeline;
using testing::FakeQa;
using ::testing::Pair;

// "Ann likes tea ." with one question a candidate, both answered by the response.
class Q2MetricTest : public ::testing::Test {
 protected:
  Q2MetricTest() {
    pipeline_.set(kResponse, {{"Ann"}, {"Ann", "tea"}, {}});
    generator_.set("Ann", {kWho});
    generator_.set("tea", {kWhat});
    qa_.set(kWho, kResponse, "Ann");
    qa_.set(kWhat, kResponse, "tea");
  }

  RecordResult score(const Record& record, const MetricOptions& options = {},
                     Variant variant = Variant::kNli) {
    return score_all({record}, options, variant).at(0);
  }

  std::vector<RecordResult> score_all(const std::vector<Record>& window,
                                      const MetricOptions& options = {},
                                      Variant variant = Variant::kNli) {
    const auto metric = make_q2({pipeline_, qa_, nli_, generator_, 1}, options, variant);
    return metric->score(window).value();
  }

  static Record record(std::vector<std::string> passages, const std::string& response = kResponse) {
    Record made;
    made.id = "r1";
    made.response = response;
    for (std::string& passage : passages) made.knowledge.push_back({"", "", std::move(passage)});
    return made;
  }

  static const QuestionDetail& detail(const Unit& unit) {
    return std::get<QuestionDetail>(unit.detail);
  }

  static constexpr const char* kResponse = "Ann likes tea .";
  static constexpr const char* kWho = "who likes tea?";
  static constexpr const char* kWhat = "what does Ann like?";
  static constexpr const char* kKnowledge = "Ann drinks green tea every day.";

  FakePipeline pipeline_;
  FakeQa qa_;
  FakeNli nli_;
  FakeGenerator generator_;
};

TEST_F(Q2MetricTest, MeanOfExactMatchAndNeutralF1) {
  qa_.set(kWho, kKnowledge, "Ann", 4.5);
  qa_.set(kWhat, kKnowledge, "green tea");
  const RecordResult result = score(record({kKnowledge}));
  const double f1 = 2.0 * 1.0 * 0.5 / 1.5;  // one word of two shared, one of one
  EXPECT_EQ(result.status, Status::kMeasured);
  EXPECT_EQ(result.metric, "q2");
  EXPECT_DOUBLE_EQ(*result.score, (1 + f1) / 2);
  EXPECT_THAT(result.scores, ElementsAre(Pair("q2", *result.score), Pair("q2-f1", *result.score)));
  EXPECT_EQ(result.fallback, "");
  ASSERT_EQ(result.units.size(), 2u);

  const Unit& who = result.units[0];
  EXPECT_EQ(who.kind, UnitKind::kQuestion);
  EXPECT_EQ(who.text, "Ann");
  EXPECT_EQ(who.span->byte_end, 3u);
  EXPECT_EQ(who.verdict, Verdict::kSupported);
  EXPECT_EQ(detail(who).question, kWho);
  EXPECT_EQ(detail(who).style, "fake");
  EXPECT_EQ(detail(who).response_answer, "Ann");
  EXPECT_EQ(detail(who).knowledge_answer, "Ann");
  EXPECT_EQ(detail(who).comparison, "exact");
  EXPECT_EQ(detail(who).answer_margin, 4.5);
  EXPECT_FALSE(detail(who).nli.has_value());

  const Unit& what = result.units[1];
  EXPECT_EQ(detail(what).comparison, "neutral_f1");
  EXPECT_DOUBLE_EQ(*what.score, f1);
  EXPECT_EQ(what.verdict, Verdict::kSupported);
  ASSERT_EQ(what.evidence.size(), 1u);
  EXPECT_EQ(what.evidence[0].text, "green tea");
  EXPECT_EQ(what.evidence[0].span.byte_start, 11u);
  EXPECT_EQ(what.evidence[0].id, "0");
  ASSERT_TRUE(detail(what).nli.has_value());
}

TEST_F(Q2MetricTest, NliSeesTheQuestionBeforeBothAnswersAndDecides) {
  qa_.set(kWho, kKnowledge, "Ann");
  qa_.set(kWhat, kKnowledge, "green tea");
  nli_.set("what does Ann like? green tea.", "what does Ann like? tea.", FakeNli::entailment());
  EXPECT_EQ(score(record({kKnowledge})).score, 1.0);

  nli_.set("what does Ann like? green tea.", "what does Ann like? tea.", FakeNli::contradiction());
  const RecordResult refuted = score(record({kKnowledge}));
  EXPECT_EQ(refuted.score, 0.5);
  EXPECT_EQ(refuted.units[1].verdict, Verdict::kRefuted);
  EXPECT_EQ(detail(refuted.units[1]).comparison, "contradiction");
  EXPECT_DOUBLE_EQ(refuted.scores[1].second, (1 + 2.0 / 3.0) / 2) << "q2-f1 does not ask NLI";
}

TEST_F(Q2MetricTest, TheF1VariantScoresItsUnitsByF1) {
  qa_.set(kWho, kKnowledge, "Ann");
  qa_.set(kWhat, kKnowledge, "green tea");
  nli_.set("what does Ann like? green tea.", "what does Ann like? tea.", FakeNli::contradiction());
  const RecordResult result = score(record({kKnowledge}), {}, Variant::kF1);
  EXPECT_EQ(result.metric, "q2-f1");
  EXPECT_DOUBLE_EQ(*result.score, (1 + 2.0 / 3.0) / 2);
  EXPECT_EQ(result.scores[0].second, 0.5);
  EXPECT_DOUBLE_EQ(*result.units[1].score, 2.0 / 3.0);
  EXPECT_EQ(result.units[1].verdict, Verdict::kSupported);
}

// "She" cannot be told from "Ann" by comparing the two.
TEST_F(Q2MetricTest, AnyAnswerAgreesWithAPronounButNotInPaperMode) {
  const std::string response = "She likes tea .";
  pipeline_.set(response, {{}, {"She"}, {}, {{"She", "PRON"}}});
  generator_.set("She", {kWho});
  qa_.set(kWho, response, "She");
  qa_.set(kWho, kKnowledge, "Ann");
  nli_.set("who likes tea? Ann.", "who likes tea? She.", FakeNli::contradiction());
  for (const Variant variant : {Variant::kNli, Variant::kF1}) {
    const RecordResult result = score(record({kKnowledge}, response), {}, variant);
    EXPECT_THAT(result.scores, ElementsAre(Pair("q2", 1.0), Pair("q2-f1", 1.0)));
    EXPECT_EQ(detail(result.units.at(0)).comparison, "pronoun");
    EXPECT_EQ(detail(result.units.at(0)).f1, 0);
    EXPECT_EQ(result.units.at(0).verdict, Verdict::kSupported);
  }
  MetricOptions options;
  options.compat = Compat::kQ2Paper;
  const RecordResult paper = score(record({kKnowledge}, response), options);
  EXPECT_EQ(paper.score, 0.0);
  EXPECT_EQ(detail(paper.units.at(0)).comparison, "contradiction");
}

TEST_F(Q2MetricTest, APronounThatNothingAnswersIsZero) {
  const std::string response = "She likes tea .";
  pipeline_.set(response, {{}, {"She"}, {}, {{"She", "PRON"}}});
  generator_.set("She", {kWho});
  qa_.set(kWho, response, "She");
  const RecordResult result = score(record({kKnowledge}, response));
  EXPECT_EQ(result.score, 0.0);
  EXPECT_EQ(detail(result.units.at(0)).comparison, "no_answer");
}

TEST_F(Q2MetricTest, TheThresholdDecidesUnitsBetweenZeroAndOne) {
  qa_.set(kWho, kKnowledge, "Ann");
  qa_.set(kWhat, kKnowledge, "green tea");
  MetricOptions options;
  options.threshold = 0.7;
  EXPECT_EQ(score(record({kKnowledge}), options).units[1].verdict, Verdict::kRefuted);
}

TEST_F(Q2MetricTest, NoAnswerInTheKnowledgeIsZeroAndNotDecided) {
  qa_.set(kWho, kKnowledge, "Ann");
  const RecordResult result = score(record({kKnowledge}));
  EXPECT_EQ(result.score, 0.5);
  EXPECT_EQ(result.units[1].verdict, Verdict::kNotEnoughInfo);
  EXPECT_EQ(result.units[1].score, 0.0);
  EXPECT_TRUE(result.units[1].evidence.empty());
  EXPECT_EQ(detail(result.units[1]).comparison, "no_answer");
  EXPECT_EQ(detail(result.units[1]).answer_margin, -1);
  EXPECT_TRUE(nli_.asked().empty());
}

TEST_F(Q2MetricTest, RoundTripComparesNormalisedAnswers) {
  qa_.set(kWho, kResponse, "likes");   // not the candidate
  qa_.set(kWhat, kResponse, "tea .");  // the same after normalisation
  const RecordResult result = score(record({kKnowledge}));
  ASSERT_EQ(result.units.size(), 1u);
  EXPECT_EQ(result.units[0].text, "tea");
  EXPECT_EQ(detail(result.units[0]).response_answer, "tea .");
  EXPECT_EQ(detail(result.units[0]).response_answer_span->byte_end, 15u);
  ASSERT_EQ(result.discarded.size(), 1u);
  EXPECT_EQ(result.discarded[0].text, kWho);
  EXPECT_EQ(result.discarded[0].reason, "round_trip");
  EXPECT_EQ(result.discarded[0].detail, "expected \"Ann\", the response gives \"likes\"");
}

TEST_F(Q2MetricTest, PersonalQuestionsAreDroppedUnlessKept) {
  const std::string question = "what do you like?";
  generator_.set("tea", {question});
  pipeline_.set(question, {{}, {}, {{"you", "nsubj"}}});
  qa_.set(question, kResponse, "tea");
  const RecordResult filtered = score(record({kKnowledge}));
  EXPECT_EQ(filtered.units.size(), 1u);
  ASSERT_EQ(filtered.discarded.size(), 1u);
  EXPECT_EQ(filtered.discarded[0].reason, "personal");
  EXPECT_EQ(filtered.discarded[0].detail, "nsubj: you");
  MetricOptions options;
  options.keep_personal = true;
  EXPECT_EQ(score(record({kKnowledge}), options).units.size(), 2u);
}

TEST_F(Q2MetricTest, SingleStopsAtTheFirstSurvivorAndTriesNoFurther) {
  generator_.set("tea", {"bad?", "good?", "better?"});
  qa_.set("good?", kResponse, "tea");
  qa_.set("better?", kResponse, "tea");
  const RecordResult result = score(record({kKnowledge}));
  ASSERT_EQ(result.units.size(), 2u);
  EXPECT_EQ(detail(result.units[1]).question, "good?");
  EXPECT_THAT(result.counts,
              ElementsAre(Pair("candidates", 2), Pair("candidates_without_question", 0),
                          Pair("questions_generated", 4), Pair("questions_personal", 0),
                          Pair("questions_round_trip_failed", 1), Pair("questions_counted", 2),
                          Pair("questions_unanswered", 2)));
  // Two waves over the response, then one call over the knowledge.
  ASSERT_EQ(qa_.calls().size(), 3u);
  EXPECT_THAT(qa_.calls()[0],
              ElementsAre(FakeQa::Question{kWho, kResponse}, FakeQa::Question{"bad?", kResponse}));
  EXPECT_THAT(qa_.calls()[1], ElementsAre(FakeQa::Question{"good?", kResponse}));
}

TEST_F(Q2MetricTest, AllCountsEverySurvivorOfACandidateInOrder) {
  generator_.set("tea", {"good?", "bad?", "better?"});
  qa_.set("good?", kResponse, "tea");
  qa_.set("better?", kResponse, "tea");
  MetricOptions options;
  options.questions = QuestionsPerCandidate::kAll;
  const RecordResult result = score(record({kKnowledge}), options);
  ASSERT_EQ(result.units.size(), 3u);
  EXPECT_EQ(detail(result.units[1]).question, "good?");
  EXPECT_EQ(detail(result.units[2]).question, "better?");
  EXPECT_EQ(qa_.calls().size(), 2u);
}

TEST_F(Q2MetricTest, MaxQuestionsLimitsWhatIsTried) {
  generator_.set("tea", {"bad?", "good?"});
  qa_.set("good?", kResponse, "tea");
  MetricOptions options;
  options.max_questions = 1;
  EXPECT_EQ(score(record({kKnowledge}), options).units.size(), 1u);
}

TEST_F(Q2MetricTest, ACandidateWithoutQuestionIsListed) {
  generator_.set("tea", {});
  const RecordResult result = score(record({kKnowledge}));
  ASSERT_EQ(result.discarded.size(), 1u);
  EXPECT_EQ(result.discarded[0].text, "tea");
  EXPECT_EQ(result.discarded[0].reason, "no_question");
}

TEST_F(Q2MetricTest, ACandidateThatTheGeneratorCannotTakeSaysWhy) {
  qa_.set(kWho, kKnowledge, "Ann");
  generator_.refuse("tea", "the prompt has 600 tokens, but at most 512 fit");
  const RecordResult result = score(record({kKnowledge}));
  EXPECT_EQ(result.status, Status::kMeasured);
  EXPECT_EQ(result.units.size(), 1u);
  EXPECT_TRUE(result.truncated);
  ASSERT_EQ(result.discarded.size(), 1u);
  EXPECT_EQ(result.discarded[0].text, "tea");
  EXPECT_EQ(result.discarded[0].reason, "no_question");
  EXPECT_EQ(result.discarded[0].detail, "the prompt has 600 tokens, but at most 512 fit");
  EXPECT_THAT(result.counts, ::testing::Contains(Pair("candidates_without_question", 1)));
}

TEST_F(Q2MetricTest, WithoutACountedQuestionNliStandsInForBothScores) {
  generator_.set("Ann", {});
  generator_.set("tea", {});
  nli_.set(kKnowledge, kResponse, FakeNli::entailment());
  const RecordResult result = score(record({kKnowledge}));
  EXPECT_EQ(result.status, Status::kMeasured);
  EXPECT_EQ(result.score, 1.0);
  EXPECT_THAT(result.scores, ElementsAre(Pair("q2", 1.0), Pair("q2-f1", 1.0)));
  EXPECT_EQ(result.fallback, "nli");
  ASSERT_EQ(result.units.size(), 1u);
  EXPECT_EQ(result.units[0].kind, UnitKind::kText);
  EXPECT_EQ(result.discarded.size(), 2u);
}

TEST_F(Q2MetricTest, OfSeveralPassagesTheClearestAnswerWins) {
  const std::string other = "Bob likes coffee.";
  qa_.set(kWho, kKnowledge, "Ann", 2);
  qa_.set(kWho, other, "Bob", 1);
  qa_.set(kWhat, other, "coffee", 7);
  const RecordResult result = score(record({kKnowledge, other}));
  EXPECT_EQ(detail(result.units[0]).knowledge_answer, "Ann");
  EXPECT_EQ(result.units[0].evidence.at(0).id, "0");
  EXPECT_EQ(detail(result.units[1]).knowledge_answer, "coffee");
  EXPECT_EQ(result.units[1].evidence.at(0).id, "1");
}

TEST_F(Q2MetricTest, AnAnswerBeatsAHigherMarginWithoutOne) {
  const std::string other = "Bob likes coffee.";
  qa_.set(kWho, kKnowledge, "Ann", -4);
  QaAnswer none;
  none.margin = -2;
  qa_.set(kWho, other, none);
  EXPECT_EQ(detail(score(record({other, kKnowledge})).units[0]).knowledge_answer, "Ann");
}

TEST_F(Q2MetricTest, PaperModeJoinsThePassagesAndDecodesIndependently) {
  const std::string other = "Bob likes coffee.";
  const std::string joined = std::string(kKnowledge) + " " + other;
  qa_.set(kWhat, joined, "coffee");
  MetricOptions options;
  options.compat = Compat::kQ2Paper;
  const RecordResult result = score(record({kKnowledge, other}), options);
  const Evidence evidence = result.units.at(1).evidence.at(0);
  EXPECT_EQ(evidence.id, "1");
  EXPECT_EQ(evidence.text, "coffee");
  EXPECT_EQ(evidence.span.byte_start, 10u);
  EXPECT_THAT(qa_.decodings(), ElementsAre(SpanDecoding::kIndependent, SpanDecoding::kIndependent));
}

TEST_F(Q2MetricTest, PaperModeCountsARepeatedEntityTwiceAndEveryQuestionUnlessTold) {
  const std::string response = "Ann likes Ann .";
  pipeline_.set(response, {{"Ann", "Ann"}, {}, {}});
  generator_.set("Ann", {"who?", "whom?"});
  qa_.set("who?", response, "Ann");
  qa_.set("whom?", response, "Ann");
  MetricOptions options;
  EXPECT_EQ(score(record({kKnowledge}, response), options).units.size(), 1u);
  options.compat = Compat::kQ2Paper;
  EXPECT_EQ(score(record({kKnowledge}, response), options).units.size(), 4u);
  options.questions = QuestionsPerCandidate::kSingle;
  EXPECT_EQ(score(record({kKnowledge}, response), options).units.size(), 2u);
}

TEST_F(Q2MetricTest, PaperModeLowerCasesTheKnowledgeOfTheFallback) {
  generator_.set("Ann", {});
  generator_.set("tea", {});
  nli_.set("ann drinks green tea every day.", kResponse, FakeNli::contradiction());
  MetricOptions options;
  options.compat = Compat::kQ2Paper;
  const RecordResult result = score(record({kKnowledge}), options);
  EXPECT_EQ(result.score, 0.0);
  EXPECT_EQ(result.units.at(0).evidence.at(0).text, kKnowledge) << "evidence keeps its letters";
}

TEST_F(Q2MetricTest, UnscorableRecordsGetTheirStatusAndKeepTheirPlace) {
  qa_.set(kWho, kKnowledge, "Ann");
  qa_.set(kWhat, kKnowledge, "tea");
  const auto results =
      score_all({record({kKnowledge}, " "), record({}), record({kKnowledge}), record({"\n"})});
  ASSERT_EQ(results.size(), 4u);
  EXPECT_EQ(results[0].status, Status::kNoClaims);
  EXPECT_EQ(results[1].status, Status::kNoEvidence);
  EXPECT_EQ(results[2].score, 1.0);
  EXPECT_EQ(results[3].status, Status::kNoEvidence);
  EXPECT_EQ(results[0].score, std::nullopt);
}

TEST_F(Q2MetricTest, ResultsDoNotDependOnTheirNeighbours) {
  qa_.set(kWho, kKnowledge, "Ann");
  generator_.set("tea", {"bad?", "good?"});
  qa_.set("good?", kResponse, "tea");
  const std::string other = "well hello";
  const auto together = score_all({record({kKnowledge}, other), record({kKnowledge})});
  const RecordResult alone = score(record({kKnowledge}));
  EXPECT_EQ(together[1].score, alone.score);
  EXPECT_EQ(together[1].units.size(), alone.units.size());
  EXPECT_EQ(together[1].discarded.size(), alone.discarded.size());
  EXPECT_EQ(together[0].fallback, "nli");
}

TEST_F(Q2MetricTest, ACutAnywhereIsReported) {
  QaAnswer cut;
  cut.truncated = true;
  qa_.set(kWho, kResponse, cut);
  EXPECT_TRUE(score(record({kKnowledge})).truncated);
  qa_.set(kWho, kResponse, "Ann");
  EXPECT_FALSE(score(record({kKnowledge})).truncated);
  qa_.set(kWho, kKnowledge, cut);
  EXPECT_TRUE(score(record({kKnowledge})).truncated);
}

TEST_F(Q2MetricTest, TooManyPhrasesToAskAboutIsAnErrorOfThatRecordAlone) {
  std::string response;
  std::vector<std::string> names;
  for (std::size_t i = 0; i <= kMaxCandidates; ++i) {
    names.push_back("n" + std::to_string(i));
    response += names.back() + " ";
  }
  pipeline_.set(response, {names, {}, {}});
  const auto results = score_all({record({kKnowledge}, response), record({kKnowledge})});
  EXPECT_EQ(results[0].status, Status::kFailed);
  ASSERT_TRUE(results[0].error.has_value());
  EXPECT_EQ(results[0].error->field, "response");
  EXPECT_EQ(results[0].score, std::nullopt);
  EXPECT_EQ(results[1].status, Status::kMeasured);
}

TEST_F(Q2MetricTest, OptionsNameEverythingThatDecidesTheScore) {
  MetricOptions options;
  options.compat = Compat::kQ2Paper;
  options.max_questions = 3;
  const auto metric = make_q2({pipeline_, qa_, nli_, generator_, 1}, options, Variant::kNli);
  const auto json = nlohmann::json::parse(metric->options_json());
  EXPECT_EQ(json["compat"], "q2-paper");
  EXPECT_EQ(json["questions"], "all");
  EXPECT_EQ(json["max_questions"], 3);
  EXPECT_EQ(json["threshold"], 0.5);
  EXPECT_EQ(json["keep_personal"], false);
  EXPECT_EQ(json["generator"], "fake");
  EXPECT_EQ(json["question_style"], "any");
  EXPECT_EQ(json["pronouns"], "compared");
}

}  // namespace
}  // namespace assay::q2
