#include "metrics/reference/bleu.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace assay::reference {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

Record record_of(std::string response, std::optional<std::string> reference,
                 std::vector<std::string> knowledge = {}) {
  Record record;
  record.id = "r";
  record.response = std::move(response);
  if (reference) record.references = {*std::move(reference)};
  for (std::string& passage : knowledge) record.knowledge.push_back({"", "", std::move(passage)});
  return record;
}

RecordResult score(const Record& record, const MetricOptions& options = {}) {
  return make_bleu(options, 1).value()->score(std::span(&record, 1)).value().at(0);
}

TEST(BleuMetric, GivesTheNumbersThatTheScoreIsMadeOf) {
  const RecordResult result = score(record_of("the old bridge is red", "the old bridge was red ."));
  EXPECT_EQ(result.status, Status::kMeasured);
  EXPECT_EQ(result.scores.front(), std::pair(std::string("bleu"), *result.score));
  EXPECT_THAT(result.scores.back(),
              Pair("brevity_penalty", ::testing::DoubleNear(0.818730753, 1e-8)));
  EXPECT_THAT(result.counts,
              ElementsAre(Pair("response_tokens", 5), Pair("other_tokens", 6), Pair("shared_1", 4),
                          Pair("ngrams_1", 5), Pair("shared_2", 2), Pair("ngrams_2", 4),
                          Pair("shared_3", 1), Pair("ngrams_3", 3), Pair("shared_4", 0),
                          Pair("ngrams_4", 2)));
}

// Of "the" two count, as the first reference has it twice; the lengths 5 and 9 are as near to 7.
TEST(BleuMetric, ClipsAtTheLargestCountAndTakesTheNearestLength) {
  Record record = record_of("the the the cat sat down now", std::nullopt);
  record.references = {"the cat and the other cat sat over there", "the dog sat down again"};
  const RecordResult result = score(record);
  EXPECT_THAT(result.counts,
              ElementsAre(Pair("response_tokens", 7), Pair("other_tokens", 5), Pair("shared_1", 5),
                          Pair("ngrams_1", 7), Pair("shared_2", 3), Pair("ngrams_2", 6),
                          Pair("shared_3", 0), Pair("ngrams_3", 5), Pair("shared_4", 0),
                          Pair("ngrams_4", 4)));
  std::reverse(record.references.begin(), record.references.end());
  EXPECT_EQ(score(record).counts, result.counts);
}

TEST(BleuMetric, TheCorpusIsScoredFromTheSumsOfTheCounts) {
  const auto metric = make_bleu({}, 1).value();
  const auto once = score(record_of("the old bridge is red", "the old bridge is red now"));
  const auto corpus = metric->corpus_scores(once.counts);
  ASSERT_EQ(corpus.size(), 1u);
  EXPECT_EQ(corpus[0].first, "bleu");
  EXPECT_DOUBLE_EQ(corpus[0].second, *once.score);
  Metric::Counts twice = once.counts;
  for (auto& [name, count] : twice) count *= 2;
  EXPECT_DOUBLE_EQ(metric->corpus_scores(twice)[0].second, *once.score);
}

TEST(BleuMetric, PaperModeComparesWithTheLowerCasedKnowledgeAndCountsAllLengths) {
  MetricOptions paper;
  paper.compat = Compat::kQ2Paper;
  const Record record = record_of("red bridge", "blue", {"Red", "Bridge"});
  EXPECT_EQ(score(record, paper).score, 0);  // two tokens have no four-gram
  paper.against = Against::kReference;
  EXPECT_EQ(score(record, paper).scores[1].second, 0);
  MetricOptions plain;
  plain.against = Against::kKnowledge;
  EXPECT_EQ(score(record, plain).score, 0);  // the letters differ
  plain.bleu.lower_case = true;
  EXPECT_EQ(score(record, plain).score, 100);
}

TEST(BleuMetric, OptionsThatDoNotFitAreNamed) {
  MetricOptions options;
  options.bleu.smooth_value = 0.1;
  EXPECT_THAT(make_bleu(options, 1).error().message, HasSubstr("`exp` takes none"));
  options.bleu.smoothing = BleuOptions::Smoothing::kFloor;
  EXPECT_TRUE(make_bleu(options, 1).has_value());
  options.bleu.smooth_value = 1.5;
  EXPECT_THAT(make_bleu(options, 1).error().message, HasSubstr("bleu_smooth_value is 1.5"));
  options.bleu.smoothing = BleuOptions::Smoothing::kAddK;
  EXPECT_TRUE(make_bleu(options, 1).has_value());
  options.bleu.smooth_value = -1;
  EXPECT_FALSE(make_bleu(options, 1).has_value());
}

TEST(BleuMetric, OptionsAreEchoed) {
  MetricOptions options;
  EXPECT_EQ(make_bleu(options, 1).value()->options_json(),
            R"({"against":"reference","bleu_tokenizer":"13a","bleu_lower_case":false,)"
            R"("bleu_smoothing":"exp","compat":"none"})");
  options.compat = Compat::kQ2Paper;
  options.bleu = {BleuOptions::Tokenizer::kIntl, true, BleuOptions::Smoothing::kFloor, 0.2};
  EXPECT_EQ(make_bleu(options, 1).value()->options_json(),
            R"({"against":"knowledge","bleu_tokenizer":"intl","bleu_lower_case":true,)"
            R"("bleu_smoothing":"floor","bleu_smooth_value":0.2,"compat":"q2-paper"})");
}

}  // namespace
}  // namespace assay::reference
