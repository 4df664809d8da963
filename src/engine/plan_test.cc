#include "engine/plan.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "engine/fake_metric.h"
#include "engine/sampler.h"
#include "test_files.h"

namespace assay::engine {
namespace {

using testing::ElementsAre;

class PlanTest : public testing::Test {
 protected:
  // Plans with a model that counts two inputs and ten tokens a record.
  Result<RunPlan> plan() {
    std::vector<Metric*> metrics{&metric_};
    return plan_metrics(options_, metrics, [this] {
      LoadedModel model{.need = Need::kKnowledge, .fingerprint = "m", .stats = {}};
      model.stats.inputs = 100 + 2 * scored_;
      model.stats.tokens = 7 + 10 * scored_;
      model.stats.seconds = 1.0 + 0.5 * static_cast<double>(scored_);
      return std::vector{model, LoadedModel{.need = Need::kQa, .fingerprint = "q", .stats = {}}};
    });
  }

  TestFolder folder_;
  PlanOptions options_;
  std::uint64_t scored_ = 0;
  FakeMetric metric_;
};

TEST_F(PlanTest, ScalesWhatTheSampleTook) {
  std::string lines;
  for (int i = 0; i < 100; ++i) lines += "{\"response\":\"1234\",\"knowledge\":\"123456\"}\n";
  options_.score.input =
      folder_.write("in.jsonl", lines + "bad\n{\"response\":\"123456\",\"reference\":\"1234\"}\n");
  options_.sample = 10;
  metric_.on_window = [&] { scored_ += 10; };
  const auto plan = this->plan();
  ASSERT_TRUE(plan) << plan.error().to_string();
  EXPECT_EQ(plan->n_records, 102U);
  EXPECT_EQ(plan->n_bad, 1U);
  EXPECT_EQ(plan->n_without_knowledge, 1U);
  EXPECT_EQ(plan->n_without_reference, 100U);
  EXPECT_EQ(plan->text_bytes, 1010U);
  EXPECT_EQ(plan->n_sampled, 10U);
  ASSERT_EQ(plan->first_errors.size(), 1U);
  EXPECT_EQ(plan->first_errors[0].line, 101U);
  ASSERT_EQ(plan->models.size(), 1U);
  EXPECT_DOUBLE_EQ(plan->models[0].inputs, 20 * 10.1);
  EXPECT_DOUBLE_EQ(plan->models[0].tokens, 100 * 10.1);
  EXPECT_DOUBLE_EQ(plan->models[0].seconds, 5 * 10.1);
  ASSERT_EQ(plan->metrics.size(), 1U);
  EXPECT_EQ(plan->metrics[0].metric, "fake");
  EXPECT_GT(plan->seconds, plan->sample_seconds);
  EXPECT_EQ(plan->fingerprint.substr(0, 8), "assay/1:");
}

TEST_F(PlanTest, AnInputWithoutGoodRecordsTakesNothing) {
  options_.score.input = folder_.write("in.jsonl", "{bad\n");
  const auto plan = this->plan();
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->n_sampled, 0U);
  EXPECT_EQ(plan->seconds, 0.0);
}

TEST_F(PlanTest, WhatCannotBeReadTwiceCannotBePlanned) {
  options_.score.input = "-";
  EXPECT_EQ(plan().error().code, ErrorCode::kInvalidInput);
  EXPECT_EQ(plan().error().file, "-");
  options_.score.input = folder_.file("none.jsonl");
  EXPECT_EQ(plan().error().code, ErrorCode::kNotFound);
}

TEST(Sampler, SpreadsTheSampleEvenly) {
  const TestFolder folder;
  std::string lines;
  for (int i = 0; i < 10; ++i) {
    lines += "bad\n{\"response\":\"" + std::to_string(i) + "\"}\n";
  }
  const RecordSource source{.input = folder.write("in.jsonl", lines)};
  const auto responses = [&](std::size_t size) {
    std::vector<std::string> texts;
    const auto sample = take_sample(source, 10, size);
    EXPECT_TRUE(sample);
    for (const Record& record : *sample) texts.push_back(record.response);
    return texts;
  };
  EXPECT_THAT(responses(1), ElementsAre("5"));
  EXPECT_THAT(responses(3), ElementsAre("1", "5", "8"));
  EXPECT_EQ(responses(10).size(), 10U);
  EXPECT_EQ(responses(32).size(), 10U);
  EXPECT_EQ(responses(0).size(), 0U);
}

}  // namespace
}  // namespace assay::engine
