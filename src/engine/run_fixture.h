#pragma once
// A folder with fifty records and a fake metric, to run and to run again.

#include <gmock/gmock.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/fake_metric.h"
#include "engine/run.h"
#include "test_files.h"

namespace assay::engine {

class RunTest : public testing::Test {
 protected:
  RunTest() {
    options_.input = folder_.write("in.jsonl", some_records(50));
    options_.output = folder_.file("out.jsonl");
    options_.window = 8;
  }

  Result<RunSummary> run() {
    std::vector<Metric*> metrics{&metric_};
    if (second_) metrics.push_back(&*second_);
    return run_metrics(options_, metrics, make_identity(metrics, {}), progress_);
  }

  // A run that ends with an error after `windows` windows.
  void run_partly(int windows) {
    metric_.on_window = [this, windows, done = 0]() mutable {
      metric_.fail_now = done++ == windows;
    };
    const auto summary = run();
    EXPECT_FALSE(summary);
    EXPECT_EQ(summary.error().message, "the model is gone");
    metric_.on_window = {};
    metric_.fail_now = false;
  }

  // What an undisturbed run with the same options writes.
  std::string undisturbed() {
    ScoreOptions options = options_;
    options.output = folder_.file("undisturbed.jsonl");
    options.overwrite = true;
    std::vector<Metric*> metrics{&metric_};
    const auto summary = run_metrics(options, metrics, make_identity(metrics, {}), {});
    EXPECT_TRUE(summary) << summary.error().to_string();
    return read_bytes(options.output);
  }

  std::string partial() const { return options_.output + ".partial"; }
  std::string log() const { return options_.output + ".run"; }
  bool exists(const std::string& path) const { return std::filesystem::exists(path); }

  Error error_of_run() {
    const auto summary = run();
    EXPECT_FALSE(summary);
    return summary ? Error{} : summary.error();
  }

  TestFolder folder_;
  ScoreOptions options_;
  FakeMetric metric_;
  std::optional<FakeMetric> second_;
  ProgressCallback progress_;
};

}  // namespace assay::engine
