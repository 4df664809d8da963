#include "metrics/reference/bertscore.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "fakes/fake_token_embedder.h"
#include "metrics/reference/token_weights.h"
#include "test_files.h"

namespace assay::reference {
namespace {

using ::testing::HasSubstr;

Record record_of(std::string response, std::optional<std::string> reference) {
  Record record;
  record.response = std::move(response);
  if (reference) record.references = {*std::move(reference)};
  return record;
}

class BertScoreTest : public ::testing::Test {
 protected:
  RecordResult score(const Record& record, const MetricOptions& options = {}) const {
    return make_bertscore(tokens_, options, 1).value()->score(std::span(&record, 1)).value().at(0);
  }

  testing::FakeTokenEmbedder tokens_;
};

// Different words stand at right angles: each matches its own or the special token, which stands
// between all of them.
TEST_F(BertScoreTest, MatchesEveryTokenWithTheNearest) {
  const RecordResult result = score(record_of("a b", "a c d"));
  const double other = testing::FakeTokenEmbedder::kToSpecial;
  EXPECT_NEAR(result.scores.at(1).second, (1 + other) / 2, 1e-6);
  EXPECT_NEAR(result.scores.at(2).second, (1 + 2 * other) / 3, 1e-6);
  const double precision = result.scores[1].second;
  const double recall = result.scores[2].second;
  EXPECT_NEAR(*result.score, 2 * precision * recall / (precision + recall), 1e-12);
  EXPECT_EQ(result.scores[0].first, "bertscore");
  EXPECT_NEAR(*score(record_of("a b", "a b")).score, 1, 1e-6);
}

TEST_F(BertScoreTest, OfSeveralReferencesEachNumberIsTheLargest) {
  Record record = record_of("a b", std::nullopt);
  record.references = {"a c d", "a", "a b c d e"};
  const RecordResult result = score(record);
  double largest[3] = {-1, -1, -1};
  for (const std::string& reference : record.references) {
    const RecordResult one = score(record_of("a b", reference));
    for (std::size_t i = 0; i < 3; ++i) largest[i] = std::max(largest[i], one.scores[i].second);
  }
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(result.scores[i].second, largest[i]);
  // Everything said is in the third, and what the second says is in the response.
  EXPECT_NEAR(result.scores[1].second, 1, 1e-6);
  EXPECT_NEAR(result.scores[2].second, 1, 1e-6);
  EXPECT_LT(*result.score, 1 - 1e-6);
}

TEST_F(BertScoreTest, RareTokensWeighMoreWithATextFile) {
  const TestFolder folder;
  MetricOptions options;
  options.bertscore.idf = folder.write("texts.txt", "a b\na c\n\na a\n");
  const auto weights = TokenWeights::read(options.bertscore.idf, tokens_).value();
  const auto id = [&](const char* word) { return tokens_.token_ids(word).value().at(1); };
  EXPECT_DOUBLE_EQ(weights.of(id("a")), 0);
  EXPECT_DOUBLE_EQ(weights.of(id("b")), std::log(4.0 / 2));
  EXPECT_DOUBLE_EQ(weights.of(id("z")), std::log(4.0));
  // Only b counts on the one side, only c on the other.
  EXPECT_NEAR(*score(record_of("a b", "a c"), options).score,
              testing::FakeTokenEmbedder::kToSpecial, 1e-6);
  const RecordResult nothing = score(record_of("a", "a c"), options);
  EXPECT_EQ(nothing.status, Status::kFailed);
  EXPECT_THAT(nothing.error->message, HasSubstr("no token of a text has a weight"));
  EXPECT_FALSE(nothing.score.has_value());
}

TEST_F(BertScoreTest, ABaselineRescales) {
  const TestFolder folder;
  MetricOptions options;
  options.bertscore.baseline = folder.write("b.tsv", "LAYER,P,R,F\n2,0.5,0.5,0.5\n");
  const double plain = *score(record_of("a b", "a c")).score;
  EXPECT_NEAR(*score(record_of("a b", "a c"), options).score, (plain - 0.5) / 0.5, 1e-12);
}

TEST_F(BertScoreTest, RecordsWithoutTextsAreLeftOut) {
  EXPECT_EQ(score(record_of(" ", "a")).status, Status::kNoClaims);
  EXPECT_EQ(score(record_of("a", std::nullopt)).status, Status::kNoEvidence);
}

TEST_F(BertScoreTest, OptionsNameWhatTheFilesHold) {
  const TestFolder folder;
  MetricOptions options;
  EXPECT_EQ(make_bertscore(tokens_, options, 1).value()->options_json(),
            R"({"against":"reference","bertscore_layer":2,"compat":"none"})");
  options.bertscore.baseline = folder.write("b.tsv", "LAYER,P,R,F\n2,0.5,0.25,0.5\n");
  options.bertscore.idf = folder.write("texts.txt", "a b\n");
  const std::string one = make_bertscore(tokens_, options, 1).value()->options_json();
  EXPECT_THAT(one, HasSubstr(R"("bertscore_baseline":[0.5,0.25,0.5])"));
  options.bertscore.idf = folder.write("other.txt", "a c\n");
  EXPECT_NE(make_bertscore(tokens_, options, 1).value()->options_json(), one);
}

TEST_F(BertScoreTest, FilesThatCannotBeReadAreNamed) {
  const TestFolder folder;
  MetricOptions options;
  options.bertscore.idf = folder.file("none.txt");
  EXPECT_EQ(make_bertscore(tokens_, options, 1).error().code, ErrorCode::kNotFound);
  options.bertscore.idf = folder.write("empty.txt", "\n\n");
  EXPECT_THAT(make_bertscore(tokens_, options, 1).error().message, HasSubstr("holds no text"));
  options.bertscore.idf = folder.write("broken.txt", "a\n\xFF\n");
  EXPECT_EQ(make_bertscore(tokens_, options, 1).error().line, 2u);
}

}  // namespace
}  // namespace assay::reference
