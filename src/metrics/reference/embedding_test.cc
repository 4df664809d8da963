#include "metrics/reference/embedding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fakes/fake_models.h"

namespace assay::reference {
namespace {

using ::testing::ElementsAre;

Record record_of(std::string response, std::optional<std::string> reference,
                 std::vector<Passage> knowledge = {}) {
  Record record;
  record.response = std::move(response);
  if (reference) record.references = {*std::move(reference)};
  record.knowledge = std::move(knowledge);
  return record;
}

TEST(EmbeddingMetric, IsTheCosineOfTheTwoTexts) {
  testing::FakeEmbedder embedder;
  embedder.set("tea", 0.6F, 0.8F);
  embedder.set("no tea", -0.6F, -0.8F);
  const auto metric = make_embedding(embedder, {});
  const std::vector<Record> window = {record_of("tea", "tea"), record_of(" ", "tea"),
                                      record_of("tea", "milk"), record_of("tea", std::nullopt),
                                      record_of("no tea", "tea")};
  const auto results = metric->score(window).value();
  ASSERT_EQ(results.size(), 5u);
  EXPECT_NEAR(*results[0].score, 1, 1e-6);
  EXPECT_EQ(results[1].status, Status::kNoClaims);
  EXPECT_NEAR(*results[2].score, 0.6, 1e-6);
  EXPECT_EQ(results[3].status, Status::kNoEvidence);
  EXPECT_NEAR(*results[4].score, -1, 1e-6);
  EXPECT_EQ(results[4].scores.front().first, "embedding");
}

TEST(EmbeddingMetric, TakesTheMostSimilarReference) {
  testing::FakeEmbedder embedder;
  embedder.set("tea", 0.6F, 0.8F);
  embedder.set("no tea", -0.6F, -0.8F);
  std::vector<Record> window = {record_of("tea", std::nullopt), record_of("no tea", "tea")};
  window[0].references = {"no tea", "tea", "milk"};
  const auto results = make_embedding(embedder, {})->score(window).value();
  EXPECT_NEAR(*results[0].score, 1, 1e-6);
  EXPECT_NEAR(*results[1].score, -1, 1e-6);
}

TEST(EmbeddingMetric, PaperModeComparesWithTheLowerCasedKnowledge) {
  testing::FakeEmbedder embedder;
  MetricOptions options;
  options.compat = Compat::kQ2Paper;
  const auto metric = make_embedding(embedder, options);
  const std::vector<Record> window = {record_of("Tea", "Gold", {{"", "", "Hot"}, {"", "", "Tea"}})};
  EXPECT_EQ(metric->score(window).value()[0].score, 1);
  EXPECT_THAT(embedder.asked(), ElementsAre("Tea", "hot tea"));
  EXPECT_THAT(metric->needs(), ElementsAre(Need::kKnowledge, Need::kEmbedder));
  EXPECT_EQ(metric->options_json(), R"({"against":"knowledge","compat":"q2-paper"})");
}

}  // namespace
}  // namespace assay::reference
