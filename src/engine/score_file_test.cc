// score_file with the real metrics and models, on the examples: the output is the same bytes
// however it is computed.

#include "assay/engine.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "assay/cache.h"
#include "assay/plan.h"
#include "test_files.h"

namespace assay {
namespace {

using testing::HasSubstr;

class ScoreFileTest : public testing::Test {
 protected:
  void SetUp() override {
    options_.input = folder_.write("in.jsonl", first_lines(8));
    options_.metrics = {"q2", "nli", "overlap"};
    auto resources = make_resources({}, {.threads = 1});
    ASSERT_TRUE(resources) << resources.error().to_string();
    plain_ = std::move(*resources);
    const std::vector<Need> needs = {Need::kLinguistics, Need::kNli, Need::kQa};
    const auto loaded = plain_->preload(needs);
    if (!loaded) GTEST_SKIP() << "the default models are missing: " << loaded.error().to_string();
  }

  std::string score(Resources& resources, const ScoreOptions& options) {
    const auto summary = score_file(options, resources);
    EXPECT_TRUE(summary) << summary.error().to_string();
    return read_bytes(options.output);
  }

  std::string score(Resources& resources, const std::string& name) {
    ScoreOptions options = options_;
    options.output = folder_.file(name);
    return score(resources, options);
  }

  std::string score_with(const ModelOptions& model_options, const std::string& name) {
    auto resources = make_resources({}, model_options);
    EXPECT_TRUE(resources) << resources.error().to_string();
    return score(**resources, name);
  }

  // A few of the examples: every test scores them several times.
  static std::string first_lines(int count) {
    std::ifstream in(ASSAY_SOURCE_DIR "/examples/dialogues.jsonl");
    std::string lines;
    for (std::string line; count > 0 && std::getline(in, line); --count) lines += line + '\n';
    return lines;
  }

  static std::string without_fingerprint(std::string lines) {
    const std::string_view mark = "assay/1:";
    constexpr std::size_t kDigits = 16;
    for (std::size_t at = 0; (at = lines.find(mark, at)) != std::string::npos;) {
      lines.erase(at, mark.size() + kDigits);
    }
    return lines;
  }

  TestFolder folder_;
  ScoreOptions options_;
  std::unique_ptr<Resources> plain_;
};

TEST_F(ScoreFileTest, BytesDoNotDependOnThreadsBatchesOrCache) {
  const std::string expected = score(*plain_, "plain");
  EXPECT_THAT(expected, HasSubstr("\"status\":\"measured\""));
  EXPECT_EQ(score_with({.threads = 2}, "threads"), expected);
  EXPECT_EQ(score_with({.threads = 2, .batch_tokens = 1}, "single"), expected);
  EXPECT_EQ(score_with({.threads = 1, .batch_tokens = 512}, "small"), expected);
  const auto cache = make_memory_cache();
  EXPECT_EQ(score_with({.threads = 1, .cache = cache.get()}, "cold"), expected);
  EXPECT_EQ(score_with({.threads = 1, .cache = cache.get()}, "warm"), expected);
}

TEST_F(ScoreFileTest, ResultsDoNotDependOnTheWindow) {
  const std::string expected = without_fingerprint(score(*plain_, "plain"));
  options_.window = 3;
  EXPECT_EQ(without_fingerprint(score(*plain_, "windows")), expected);
}

TEST_F(ScoreFileTest, AResumedRunAsksTheModelsOnlyForTheRest) {
  options_.window = 2;
  const std::string expected = score(*plain_, "plain");
  const auto inputs_of = [](const Resources& resources) {
    std::uint64_t inputs = 0;
    for (const LoadedModel& model : resources.loaded()) inputs += model.stats.inputs;
    return inputs;
  };
  const std::uint64_t whole = inputs_of(*plain_);

  std::atomic<bool> interrupt{false};
  ScoreOptions options = options_;
  options.output = folder_.file("resumed");
  options.interrupt = &interrupt;
  auto first = make_resources({}, {.threads = 1});
  ASSERT_TRUE(first);
  const auto partly = score_file(options, **first, [&](const Progress&) { interrupt = true; });
  ASSERT_TRUE(partly && partly->interrupted);
  interrupt = false;
  auto second = make_resources({}, {.threads = 1});
  ASSERT_TRUE(second);
  EXPECT_EQ(score(**second, options), expected);
  EXPECT_EQ(inputs_of(**first) + inputs_of(**second), whole);
}

TEST_F(ScoreFileTest, MetricsThatCannotBe) {
  const auto error = [&](std::vector<std::string> metrics) {
    options_.metrics = std::move(metrics);
    options_.output = folder_.file("none");
    const auto summary = score_file(options_, *plain_);
    EXPECT_FALSE(summary);
    return summary ? Error{} : summary.error();
  };
  EXPECT_EQ(error({}).message, "no metric is named");
  EXPECT_EQ(error({"nli", "nli"}).message, "the metric `nli` is named twice");
  EXPECT_EQ(error({"perplexity"}).code, ErrorCode::kInvalidOption);
  EXPECT_FALSE(std::filesystem::exists(folder_.file("none.run")));
}

TEST_F(ScoreFileTest, ThePlanIsOfTheSameRun) {
  PlanOptions options;
  options.score = options_;
  options.sample = 2;
  const auto plan = plan_run(options, *plain_);
  ASSERT_TRUE(plan) << plan.error().to_string();
  EXPECT_EQ(plan->n_sampled, 2U);
  EXPECT_EQ(plan->fingerprint, run_fingerprint(options_, *plain_).value());
  EXPECT_EQ(plan->metrics.size(), 3U);
  ASSERT_EQ(plan->models.size(), 3U);
  EXPECT_GT(plan->models[1].inputs, 0.0);
  EXPECT_GT(plan->seconds, plan->sample_seconds);
}

}  // namespace
}  // namespace assay
