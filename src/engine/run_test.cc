#include "engine/run.h"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <thread>

#include "assay/result_reader.h"
#include "engine/fake_metric.h"
#include "engine/test_files.h"

namespace assay::engine {
namespace {

using testing::HasSubstr;

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
    return run_metrics(options_, metrics, make_identity(metrics, {}, options_.window), progress_);
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
    const auto summary =
        run_metrics(options, metrics, make_identity(metrics, {}, options.window), {});
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

TEST_F(RunTest, WritesOneLineForEachRecordAndMetricAndASummary) {
  second_.emplace("other");
  const auto summary = run();
  ASSERT_TRUE(summary) << summary.error().to_string();
  auto reader = ResultReader::open(options_.output);
  ASSERT_TRUE(reader);
  std::vector<ResultLine> lines;
  std::optional<RunSummary> last;
  for (auto line = reader->next(); line && line->has_value(); line = reader->next()) {
    if (auto* result = std::get_if<ResultLine>(&**line)) {
      lines.push_back(*result);
    } else {
      last = std::get<RunSummary>(**line);
    }
  }
  ASSERT_EQ(lines.size(), 100U);
  EXPECT_EQ(lines[0].result.id, "r0");
  EXPECT_EQ(lines[0].result.metric, "fake");
  EXPECT_EQ(lines[1].result.metric, "other");
  EXPECT_EQ(lines[0].label_json, "0");
  EXPECT_EQ(lines[0].extra_json, R"({"note":[1.50]})");
  EXPECT_EQ(lines[12].result.id, "bad6");
  EXPECT_EQ(lines[12].result.status, Status::kFailed);
  EXPECT_EQ(lines[12].result.error->field, "response");
  EXPECT_EQ(lines[26].result.id, "line-14");
  EXPECT_EQ(lines[26].result.error->line, 14U);
  ASSERT_TRUE(last);
  EXPECT_EQ(last->n_records, 50U);
  EXPECT_EQ(last->n_bad, 7U);
  EXPECT_EQ(summary->n_bad, 7U);
  EXPECT_EQ(summary->first_errors.size(), 7U);
  const MetricSummary& metric = summary->metrics[0];
  EXPECT_EQ(metric.n_total, 50U);
  double sum = 0;
  std::uint64_t measured = 0;
  for (std::size_t i = 0; i < lines.size(); i += 2) {
    if (lines[i].result.score) sum += *lines[i].result.score;
    measured += lines[i].result.status == Status::kMeasured ? 1 : 0;
  }
  EXPECT_EQ(metric.n_measured, measured);
  EXPECT_EQ(metric.mean, sum / static_cast<double>(measured));
  EXPECT_EQ(last->metrics[0].mean, metric.mean);
  EXPECT_FALSE(exists(partial()));
  EXPECT_THAT(read_bytes(log()), HasSubstr("\"type\":\"finished\""));
  EXPECT_THAT(read_bytes(options_.output), testing::Not(HasSubstr(folder_.file(""))));
}

TEST_F(RunTest, AnEmptyInputGivesASummaryAlone) {
  options_.input = folder_.write("in.csv", "");
  const auto summary = run();
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->n_records, 0U);
  EXPECT_FALSE(summary->metrics[0].mean);
  EXPECT_THAT(read_bytes(options_.output), HasSubstr("\"n_records\":0"));
}

TEST_F(RunTest, CountsDuplicateIdsAndScoresThem) {
  options_.input =
      folder_.write("in.jsonl",
                    "{\"id\":\"a\",\"response\":\"x\"}\n{\"id\":\"a\",\"response\":"
                    "\"y\"}\n{\"id\":\"b\",\"response\":\"x\"}\n{\"response\":\"x\"}\n");
  const auto summary = run();
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->n_duplicate_ids, 1U);
  EXPECT_EQ(summary->metrics[0].n_total, 4U);
}

TEST_F(RunTest, ResumesToTheSameBytesWithoutScoringAgain) {
  const std::string expected = undisturbed();
  run_partly(3);
  EXPECT_FALSE(exists(options_.output));
  int windows = 0;
  metric_.on_window = [&] { ++windows; };
  const auto summary = run();
  ASSERT_TRUE(summary) << summary.error().to_string();
  EXPECT_EQ(summary->n_resumed, 24U);
  EXPECT_EQ(summary->first_errors.size(), 7U);
  EXPECT_EQ(windows, 4);
  EXPECT_EQ(read_bytes(options_.output), expected);
}

TEST_F(RunTest, EveryTruncationAndEveryFlippedByteOfTheLogEndsWellOrIsNamed) {
  options_.input = folder_.write("in.jsonl", some_records(6));
  options_.window = 2;
  const std::string expected = undisturbed();
  run_partly(2);
  const std::string good_log = read_bytes(log());
  const std::string good_partial = read_bytes(partial());
  const auto header_size = good_log.find('\n') + 1;
  const auto attempt = [&](const std::string& damaged, bool header_hurt) {
    std::filesystem::remove(options_.output);
    folder_.write("out.jsonl.run", damaged);
    folder_.write("out.jsonl.partial", good_partial);
    const auto summary = run();
    if (!summary) {
      EXPECT_TRUE(header_hurt) << summary.error().to_string();
      EXPECT_FALSE(exists(options_.output));
      options_.restart = true;
      EXPECT_TRUE(run() || summary.error().message == "is not a run log of assay");
      options_.restart = false;
    } else {
      EXPECT_EQ(read_bytes(options_.output), expected);
    }
  };
  for (std::size_t size = 0; size <= good_log.size(); ++size) {
    attempt(good_log.substr(0, size), size < header_size);
  }
  for (std::size_t at = 0; at < good_log.size(); ++at) {
    std::string damaged = good_log;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    attempt(damaged, at < header_size);
  }
}

TEST_F(RunTest, ADamagedPartialOutputIsScoredAgainFromThere) {
  const std::string expected = undisturbed();
  run_partly(4);
  std::string bytes = read_bytes(partial());
  bytes[bytes.size() / 2] = '#';
  folder_.write("out.jsonl.partial", bytes);
  const auto summary = run();
  ASSERT_TRUE(summary);
  EXPECT_GT(summary->n_resumed, 0U);
  EXPECT_LT(summary->n_resumed, 32U);
  EXPECT_EQ(read_bytes(options_.output), expected);
}

TEST_F(RunTest, AShortOrMissingPartialOutputIsScoredAgain) {
  const std::string expected = undisturbed();
  run_partly(4);
  std::filesystem::resize_file(partial(), 10);
  EXPECT_EQ(run()->n_resumed, 0U);
  EXPECT_EQ(read_bytes(options_.output), expected);
  std::filesystem::remove(options_.output);
  run_partly(4);
  std::filesystem::remove(partial());
  EXPECT_EQ(run()->n_resumed, 0U);
  EXPECT_EQ(read_bytes(options_.output), expected);
}

TEST_F(RunTest, ChangedInputRefusesToResume) {
  run_partly(3);
  folder_.write("in.jsonl", some_records(50, "changed"));
  Error error = error_of_run();
  EXPECT_EQ(error.code, ErrorCode::kConflict);
  EXPECT_THAT(error.to_string(),
              HasSubstr("records 1 to 8 are not the same (put the old input back, "
                        "or begin anew with --restart)"));
  folder_.write("in.jsonl", some_records(10));
  EXPECT_THAT(error_of_run().message, HasSubstr("has only 10 records now"));
  folder_.write("in.jsonl", "\n" + some_records(50));
  EXPECT_EQ(error_of_run().code, ErrorCode::kConflict);
  options_.restart = true;
  const auto summary = run();
  ASSERT_TRUE(summary) << summary.error().to_string();
  EXPECT_EQ(summary->n_resumed, 0U);
}

TEST_F(RunTest, RecordsAddedBehindTheScoredOnesAreTakenIn) {
  run_partly(3);
  folder_.write("in.jsonl", some_records(60));
  const std::string expected = undisturbed();
  EXPECT_EQ(run()->n_resumed, 24U);
  EXPECT_EQ(read_bytes(options_.output), expected);
}

TEST_F(RunTest, ChangedOptionsRefuseToResume) {
  run_partly(3);
  metric_.options = R"({"threshold":0.6})";
  EXPECT_THAT(error_of_run().message,
              HasSubstr("run/metrics/0/options/threshold was 0.5 and is 0.6"));
  metric_.options = R"({"threshold":0.5})";
  options_.window = 9;
  EXPECT_THAT(error_of_run().message, HasSubstr("run/window was 8 and is 9"));
  options_.window = 8;
  options_.fields = {{"reference", "id"}};
  EXPECT_THAT(error_of_run().message, HasSubstr("input/fields/reference was absent and is \"id\""));
}

TEST_F(RunTest, AFinishedOutputIsKept) {
  ASSERT_TRUE(run());
  const std::string before = read_bytes(options_.output);
  const Error error = error_of_run();
  EXPECT_EQ(error.code, ErrorCode::kConflict);
  EXPECT_THAT(error.to_string(), HasSubstr("exists already (replace it with --overwrite"));
  EXPECT_EQ(read_bytes(options_.output), before);
  options_.overwrite = true;
  folder_.write("in.jsonl", some_records(9));
  EXPECT_EQ(run()->n_records, 9U);
  EXPECT_NE(read_bytes(options_.output), before);
}

TEST_F(RunTest, AnInterruptedReplacementGoesOnAndKeepsTheOldOutputMeanwhile) {
  ASSERT_TRUE(run());
  const std::string before = read_bytes(options_.output);
  options_.overwrite = true;
  run_partly(2);
  EXPECT_EQ(read_bytes(options_.output), before);
  EXPECT_EQ(run()->n_resumed, 16U);
  EXPECT_EQ(read_bytes(options_.output), before);
}

TEST_F(RunTest, FilesOfOthersAreNotTouched) {
  folder_.write("out.jsonl.run", "my notes\n");
  EXPECT_EQ(error_of_run().message, "is not a run log of assay");
  options_.restart = true;
  EXPECT_EQ(error_of_run().message, "is not a run log of assay");
  EXPECT_EQ(read_bytes(log()), "my notes\n");
  std::filesystem::remove(log());
  options_.restart = false;
  folder_.write("out.jsonl.partial", "x");
  EXPECT_THAT(error_of_run().message, HasSubstr("the run log of it does not"));
}

TEST_F(RunTest, InterruptEndsAfterAWindowAndTheRunGoesOnLater) {
  const std::string expected = undisturbed();
  std::atomic<bool> interrupt{false};
  options_.interrupt = &interrupt;
  metric_.on_window = [&, done = 0]() mutable { interrupt = ++done == 2; };
  const auto summary = run();
  ASSERT_TRUE(summary);
  EXPECT_TRUE(summary->interrupted);
  EXPECT_EQ(summary->n_records, 16U);
  EXPECT_FALSE(exists(options_.output));
  metric_.on_window = {};
  interrupt = false;
  EXPECT_EQ(run()->n_resumed, 16U);
  EXPECT_EQ(read_bytes(options_.output), expected);
}

TEST_F(RunTest, TwoRunsOnOneOutputAreRefused) {
  std::optional<Error> inner;
  metric_.on_window = [&] {
    if (inner) return;
    FakeMetric other;
    std::vector<Metric*> metrics{&other};
    const auto summary =
        run_metrics(options_, metrics, make_identity(metrics, {}, options_.window));
    inner = summary ? Error{} : summary.error();
  };
  ASSERT_TRUE(run());
  EXPECT_EQ(inner->code, ErrorCode::kConflict);
  EXPECT_EQ(inner->message, "another process is writing this output");
}

TEST_F(RunTest, AFullDiskIsAnErrorAndTheRunGoesOnLater) {
  const std::string expected = undisturbed();
  // A limit on the size of files fails a write like a full disk does.
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  rlimit small = before;
  small.rlim_cur = expected.size() / 2;
  setrlimit(RLIMIT_FSIZE, &small);
  const auto summary = run();
  setrlimit(RLIMIT_FSIZE, &before);
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().code, ErrorCode::kIo);
  EXPECT_EQ(summary.error().file, partial());
  EXPECT_THAT(summary.error().hint, HasSubstr("run the same command again"));
  ASSERT_TRUE(run());
  EXPECT_EQ(read_bytes(options_.output), expected);
}

TEST_F(RunTest, ADeviceIsWrittenToAsAStream) {
  options_.output = "/dev/full";
  const Error error = error_of_run();
  EXPECT_EQ(error.code, ErrorCode::kIo);
  EXPECT_THAT(error.message, HasSubstr("No space left on device"));
  EXPECT_FALSE(exists("/dev/full.run"));
  options_.output = "/dev/null";
  EXPECT_TRUE(run());
}

TEST_F(RunTest, PathsThatCannotBe) {
  options_.output = folder_.file("none/out.jsonl");
  EXPECT_EQ(error_of_run().code, ErrorCode::kNotFound);
  options_.output = folder_.file("");
  EXPECT_EQ(error_of_run().code, ErrorCode::kInvalidOption);
  options_.output = options_.input;
  EXPECT_THAT(error_of_run().message, HasSubstr("is the input itself"));
  options_.output = folder_.file("out.jsonl");
  options_.window = 0;
  EXPECT_EQ(error_of_run().code, ErrorCode::kInvalidOption);
  options_.window = 8;
  options_.input = folder_.file("none.jsonl");
  EXPECT_EQ(error_of_run().code, ErrorCode::kNotFound);
  EXPECT_FALSE(exists(log()));
}

TEST_F(RunTest, APipeCannotBeResumedAndBeginsAnew) {
  const std::string pipe = folder_.file("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  options_.input = pipe;
  options_.format = InputFormat::kJsonl;
  const auto feed = [&] { return std::jthread([&] { std::ofstream(pipe) << some_records(50); }); };
  {
    const auto writer = feed();
    run_partly(3);
  }
  const auto writer = feed();
  const auto summary = run();
  ASSERT_TRUE(summary) << summary.error().to_string();
  EXPECT_EQ(summary->n_resumed, 0U);
  EXPECT_EQ(summary->n_records, 50U);
}

TEST_F(RunTest, ProgressGrowsToTheEnd) {
  std::vector<Progress> states;
  progress_ = [&](const Progress& state) { states.push_back(state); };
  ASSERT_TRUE(run());
  ASSERT_EQ(states.size(), 7U);
  EXPECT_EQ(states[0].records, 8U);
  EXPECT_GT(states[0].fraction, 0.0);
  EXPECT_EQ(states.back().records, 50U);
  EXPECT_EQ(states.back().failed, 7U);
  EXPECT_EQ(states.back().fraction, 1.0);
}

TEST_F(RunTest, TheFingerprintNamesMetricsOptionsAndModels) {
  std::vector<Metric*> metrics{&metric_};
  const LoadedModel nli{.need = Need::kKnowledge, .fingerprint = "m1", .stats = {}};
  const auto base = make_identity(metrics, {}, 8).fingerprint;
  EXPECT_EQ(base.substr(0, 8), "assay/1:");
  EXPECT_EQ(base.size(), 24U);
  EXPECT_EQ(make_identity(metrics, {}, 8).fingerprint, base);
  EXPECT_NE(make_identity(metrics, {}, 9).fingerprint, base);
  EXPECT_NE(make_identity(metrics, std::vector{nli}, 8).fingerprint, base);
  const LoadedModel other{.need = Need::kQa, .fingerprint = "m2", .stats = {}};
  EXPECT_EQ(make_identity(metrics, std::vector{other}, 8).fingerprint, base);
  metric_.options = "{}";
  EXPECT_NE(make_identity(metrics, {}, 8).fingerprint, base);
}

}  // namespace
}  // namespace assay::engine
