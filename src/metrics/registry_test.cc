#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "assay/corpus_scores.h"
#include "assay/ensemble.h"
#include "assay/metric.h"
#include "fakes/fake_generator.h"
#include "fakes/fake_models.h"
#include "fakes/fake_pipeline.h"
#include "fakes/fake_token_embedder.h"
#include "metrics/q2/rules_generator.h"
#include "nlp/wordnet.h"
#include "wordnet_files.h"

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Serves fakes and remembers what was asked to be loaded.
class FakeResources final : public Resources {
 public:
  FakeResources() {
    testing::write_wordnet(folder_);
    wordnet_ = nlp::WordNet::load(folder_.path()).value();
  }
  Result<const nlp::Pipeline*> linguistics() override { return &pipeline_; }
  Result<const NliModel*> nli() override {
    if (!has_nli) return fail(ErrorCode::kNotFound, "no NLI model");
    return &nli_;
  }
  Result<const QaModel*> qa() override { return &qa_; }
  Result<const Embedder*> embedder() override { return &embedder_; }
  Result<const q2::QuestionGenerator*> question_generator() override { return generator; }
  Result<const TokenEmbedder*> token_embedder(std::optional<int>) override { return &tokens_; }
  Result<const nlp::WordNet*> wordnet() override { return wordnet_.get(); }
  Result<const Ensemble*> ensemble() override {
    if (!weights) return fail(ErrorCode::kNotFound, "no ensemble");
    return &*weights;
  }
  int threads() const override { return 1; }
  Result<void> preload(std::span<const Need> needs) override {
    preloaded.assign(needs.begin(), needs.end());
    return {};
  }
  std::vector<LoadedModel> loaded() const override { return {}; }

  bool has_nli = true;
  const q2::QuestionGenerator* generator = &rules_;
  std::optional<Ensemble> weights = read_ensemble(ASSAY_SOURCE_DIR "/models/ensemble").value();
  std::vector<Need> preloaded;

 private:
  const TestFolder folder_;
  std::unique_ptr<nlp::WordNet> wordnet_;
  testing::FakePipeline pipeline_;
  testing::FakeNli nli_;
  testing::FakeQa qa_;
  testing::FakeEmbedder embedder_;
  testing::FakeTokenEmbedder tokens_;
  q2::RulesGenerator rules_;
};

TEST(Registry, MakesEveryMetricThatItListsUnderItsNameAndNeeds) {
  FakeResources resources;
  for (const MetricInfo& info : list_metrics()) {
    const auto metric = make_metric(info.name, {}, resources);
    ASSERT_TRUE(metric.has_value()) << info.name;
    EXPECT_EQ((*metric)->name(), info.name);
    EXPECT_EQ((*metric)->needs(), info.needs);
    EXPECT_EQ(resources.preloaded, info.needs);
    EXPECT_FALSE(info.summary.empty());
  }
}

TEST(Registry, ResultsHoldExactlyTheScoresThatAreListed) {
  FakeResources resources;
  Record record;
  record.id = "r";
  record.response = "Ada was born in London";
  record.knowledge = {{"", "", "Ada was born in London in 1815"}};
  record.references = {"Ada was born in 1815"};
  for (const MetricInfo& info : list_metrics()) {
    const auto metric = make_metric(info.name, {}, resources);
    ASSERT_TRUE(metric.has_value()) << info.name;
    const auto results = (*metric)->score(std::span(&record, 1));
    ASSERT_TRUE(results.has_value()) << info.name;
    ASSERT_EQ(results->front().status, Status::kMeasured) << info.name;
    std::vector<std::string> listed;
    for (const ScoreInfo& score : info.scores) {
      listed.push_back(score.name);
      EXPECT_LT(score.least, score.most);
    }
    std::vector<std::string> held;
    for (const auto& [name, value] : results->front().scores) held.push_back(name);
    EXPECT_EQ(held, listed) << info.name;
    EXPECT_THAT(listed, ::testing::Contains(info.name));
    std::vector<std::string> of_corpus;
    for (const ScoreInfo& score : list_corpus_scores(info.name)) of_corpus.push_back(score.name);
    std::vector<std::string> held_of_corpus;
    for (const auto& [name, value] : (*metric)->corpus_scores(results->front().counts))
      held_of_corpus.push_back(name);
    EXPECT_EQ(held_of_corpus, of_corpus) << info.name;
  }
}

TEST(Registry, ScoresOfTheCorpusAreKnownBeforeARun) {
  const auto scores = list_corpus_scores("bleu");
  ASSERT_EQ(scores.size(), 1U);
  EXPECT_EQ(scores[0].name, "bleu");
  EXPECT_EQ(scores[0].most, 100);
  EXPECT_TRUE(list_corpus_scores("overlap").empty());
  EXPECT_TRUE(list_corpus_scores("ruoge").empty());
}

TEST(Registry, AnUnknownNameListsTheKnownOnes) {
  FakeResources resources;
  const auto metric = make_metric("ruoge", {}, resources);
  ASSERT_FALSE(metric.has_value());
  EXPECT_EQ(metric.error().code, ErrorCode::kInvalidOption);
  EXPECT_THAT(metric.error().message, HasSubstr("ruoge"));
  EXPECT_THAT(metric.error().hint, HasSubstr("q2, q2-f1, nli, nli-sentences, overlap"));
}

TEST(Registry, OptionsOutOfRangeAreNamed) {
  FakeResources resources;
  MetricOptions options;
  for (const double threshold : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
    options.threshold = threshold;
    const auto metric = make_metric("q2", options, resources);
    ASSERT_FALSE(metric.has_value()) << threshold;
    EXPECT_THAT(metric.error().message, HasSubstr("threshold"));
  }
  options = {};
  options.max_questions = 0;
  EXPECT_THAT(make_metric("q2", options, resources).error().message, HasSubstr("max_questions"));
}

TEST(Registry, OnlyTheRulesHaveStyles) {
  FakeResources resources;
  MetricOptions options;
  options.question_style = MetricOptions::Style::kFronted;
  EXPECT_TRUE(make_metric("q2", options, resources).has_value());
  const testing::FakeGenerator other;
  resources.generator = &other;
  const auto refused = make_metric("q2", options, resources);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kInvalidOption);
  EXPECT_THAT(refused.error().message, HasSubstr("question_style is fronted"));
  EXPECT_TRUE(make_metric("q2", {}, resources).has_value());
  EXPECT_TRUE(make_metric("nli", options, resources).has_value());
}

TEST(Registry, AnEnsembleNeedsWhatItsFileCombines) {
  FakeResources resources;
  resources.weights = Ensemble{.terms = {{.score = "bleu"}, {.score = "nli.entailment"}}};
  auto metric = make_metric("ensemble", {}, resources);
  ASSERT_TRUE(metric.has_value()) << metric.error().to_string();
  const std::vector<Need> of_reference = {Need::kReference, Need::kKnowledge, Need::kNli};
  EXPECT_EQ((*metric)->needs(), of_reference);
  EXPECT_EQ(resources.preloaded, of_reference);
  resources.weights->against = Against::kKnowledge;
  metric = make_metric("ensemble", {}, resources);
  EXPECT_EQ((*metric)->needs(), (std::vector<Need>{Need::kKnowledge, Need::kNli}));
  resources.weights.reset();
  EXPECT_EQ(make_metric("ensemble", {}, resources).error().code, ErrorCode::kNotFound);
}

TEST(Registry, AModelThatIsMissingIsTheMetricsError) {
  FakeResources resources;
  resources.has_nli = false;
  EXPECT_EQ(make_metric("q2", {}, resources).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(make_metric("nli", {}, resources).error().code, ErrorCode::kNotFound);
  EXPECT_TRUE(make_metric("overlap", {}, resources).has_value());
}

}  // namespace
}  // namespace assay
