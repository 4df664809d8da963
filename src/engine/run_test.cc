#include "engine/run.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

#include "assay/result_reader.h"
#include "engine/run_fixture.h"

namespace assay::engine {
namespace {

using testing::HasSubstr;

class WholeRun : public RunTest {};

TEST_F(WholeRun, WritesOneLineForEachRecordAndMetricAndASummary) {
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

TEST_F(WholeRun, ScoresOfTheCorpusAreMadeOfTheSumsOfAResumedRunToo) {
  metric_.corpus_of = "bytes";
  const std::string whole = undisturbed();
  EXPECT_THAT(whole, HasSubstr("\"corpus\":{\"bytes\":"));
  run_partly(3);
  const auto summary = run();
  ASSERT_TRUE(summary);
  EXPECT_EQ(read_bytes(options_.output), whole);
  const MetricSummary& metric = summary->metrics[0];
  ASSERT_EQ(metric.corpus.size(), 1U);
  EXPECT_EQ(metric.corpus[0].second, static_cast<double>(metric.counts[0].second));
}

TEST_F(WholeRun, AnEmptyInputGivesASummaryAlone) {
  options_.input = folder_.write("in.csv", "");
  const auto summary = run();
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->n_records, 0U);
  EXPECT_FALSE(summary->metrics[0].mean);
  EXPECT_THAT(read_bytes(options_.output), HasSubstr("\"n_records\":0"));
}

TEST_F(WholeRun, CountsDuplicateIdsAndScoresThem) {
  options_.input =
      folder_.write("in.jsonl",
                    "{\"id\":\"a\",\"response\":\"x\"}\n{\"id\":\"a\",\"response\":"
                    "\"y\"}\n{\"id\":\"b\",\"response\":\"x\"}\n{\"response\":\"x\"}\n");
  const auto summary = run();
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->n_duplicate_ids, 1U);
  EXPECT_EQ(summary->metrics[0].n_total, 4U);
}

TEST_F(WholeRun, AFinishedOutputIsKept) {
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

TEST_F(WholeRun, FilesOfOthersAreNotTouched) {
  folder_.write("out.jsonl.run", "my notes\n");
  EXPECT_EQ(error_of_run().message, "is not a run log of assay");
  options_.restart = true;
  EXPECT_EQ(error_of_run().message, "is not a run log of assay");
  EXPECT_EQ(read_bytes(log()), "my notes\n");
  std::filesystem::remove(log());
  options_.restart = false;
  folder_.write("out.jsonl.partial", "x");
  EXPECT_THAT(error_of_run().message, HasSubstr("the run log of it does not"));
  options_.restart = true;
  EXPECT_THAT(error_of_run().message, HasSubstr("the run log of it does not"));
  EXPECT_EQ(read_bytes(partial()), "x");
}

TEST_F(WholeRun, WhatStandsBesideAFinishedRunIsNotOfIt) {
  ASSERT_TRUE(run());
  folder_.write("out.jsonl.partial", "my notes\n");
  options_.overwrite = options_.restart = true;
  EXPECT_EQ(error_of_run().file, partial());
  EXPECT_EQ(read_bytes(partial()), "my notes\n");
  std::filesystem::remove(partial());
  EXPECT_TRUE(run());
}

TEST_F(WholeRun, ASymbolicLinkIsWrittenThrough) {
  std::filesystem::create_directory(folder_.file("real"));
  std::filesystem::create_symlink("real/out.jsonl", folder_.file("link.jsonl"));
  const std::string expected = undisturbed();
  options_.output = folder_.file("link.jsonl");
  ASSERT_TRUE(run());
  EXPECT_TRUE(std::filesystem::is_symlink(folder_.file("link.jsonl")));
  EXPECT_EQ(read_bytes(folder_.file("real/out.jsonl")), expected);
  EXPECT_TRUE(exists(folder_.file("real/out.jsonl.run")));
  EXPECT_EQ(error_of_run().code, ErrorCode::kConflict);
}

// Two ends of a pipe with a name, of which the other is open too, so that opening never waits.
class Pipe {
 public:
  explicit Pipe(const std::string& path) {
    EXPECT_EQ(::mkfifo(path.c_str(), 0600), 0);
    both_ = ::open(path.c_str(), O_RDWR | O_NONBLOCK);
  }
  ~Pipe() { close(); }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void write(const std::string& text) const {
    EXPECT_EQ(::write(both_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void close() {
    if (both_ >= 0) ::close(std::exchange(both_, -1));
  }

 private:
  int both_ = -1;
};

TEST_F(WholeRun, AnInputThatCanBeReadOnlyOnceIsOpenedOnce) {
  const std::string path = folder_.file("pipe.csv");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  // Opening it for writing waits for a reader: a second one would wait for ever.
  std::jthread writer([&path] { std::ofstream(path) << "id,response\na,x\nb,y\n"; });
  options_.input = path;
  EXPECT_TRUE(check_run(options_));
  const auto summary = run();
  ASSERT_TRUE(summary) << summary.error().to_string();
  EXPECT_EQ(summary->n_records, 2U);
  EXPECT_EQ(summary->n_bad, 0U);
}

TEST_F(WholeRun, AnInterruptEndsTheWaitForInput) {
  Pipe pipe(folder_.file("pipe.jsonl"));
  pipe.write(some_records(9));
  std::atomic<bool> interrupt{false};
  options_.input = folder_.file("pipe.jsonl");
  options_.interrupt = &interrupt;
  metric_.on_window = [&] { interrupt = true; };
  const auto summary = run();  // the tenth record never comes
  ASSERT_TRUE(summary) << summary.error().to_string();
  EXPECT_TRUE(summary->interrupted);
  EXPECT_EQ(summary->n_records, 8U);
}

TEST_F(WholeRun, AnInterruptEndsTheWaitForAWriterOrAReader) {
  std::atomic<bool> interrupt{true};
  options_.interrupt = &interrupt;
  const std::string file = std::exchange(options_.input, folder_.file("pipe.jsonl"));
  ASSERT_EQ(::mkfifo(options_.input.c_str(), 0600), 0);
  auto summary = run();
  ASSERT_TRUE(summary) << summary.error().to_string();
  EXPECT_TRUE(summary->interrupted);
  options_.input = file;
  options_.output = folder_.file("pipe.jsonl");
  interrupt = false;
  std::jthread signal([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    interrupt = true;
  });
  summary = run();
  ASSERT_TRUE(summary) << summary.error().to_string();
  EXPECT_TRUE(summary->interrupted);
}

TEST_F(WholeRun, AnInterruptEndsTheWaitForAReaderThatHasStopped) {
  const Pipe pipe(folder_.file("pipe.jsonl"));  // holds 64 KiB, and nobody takes any
  options_.input = folder_.write("in.jsonl", some_records(5000));
  options_.output = folder_.file("pipe.jsonl");
  std::atomic<bool> interrupt{false};
  options_.interrupt = &interrupt;
  std::jthread signal([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    interrupt = true;
  });
  const auto summary = run();
  ASSERT_TRUE(summary) << summary.error().to_string();
  EXPECT_TRUE(summary->interrupted);
}

TEST_F(WholeRun, TwoRunsOnOneOutputAreRefused) {
  std::optional<Error> inner;
  metric_.on_window = [&] {
    if (inner) return;
    FakeMetric other;
    std::vector<Metric*> metrics{&other};
    const auto summary = run_metrics(options_, metrics, make_identity(metrics, {}));
    inner = summary ? Error{} : summary.error();
  };
  ASSERT_TRUE(run());
  EXPECT_EQ(inner->code, ErrorCode::kConflict);
  EXPECT_EQ(inner->message, "another process is writing this output");
}

TEST_F(WholeRun, AFullDiskIsAnErrorAndTheRunGoesOnLater) {
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

TEST_F(WholeRun, ADeviceIsWrittenToAsAStream) {
  options_.output = "/dev/full";
  const Error error = error_of_run();
  EXPECT_EQ(error.code, ErrorCode::kIo);
  EXPECT_THAT(error.message, HasSubstr("No space left on device"));
  EXPECT_FALSE(exists("/dev/full.run"));
  options_.output = "/dev/null";
  EXPECT_TRUE(run());
}

TEST_F(WholeRun, PathsThatCannotBe) {
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

TEST_F(WholeRun, ProgressGrowsToTheEnd) {
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

TEST_F(WholeRun, TheFingerprintNamesMetricsOptionsAndModels) {
  std::vector<Metric*> metrics{&metric_};
  const LoadedModel nli{.need = Need::kKnowledge, .fingerprint = "m1", .stats = {}};
  const auto base = make_identity(metrics, {}).fingerprint;
  EXPECT_EQ(base.substr(0, 8), "assay/1:");
  EXPECT_EQ(base.size(), 24U);
  EXPECT_EQ(make_identity(metrics, {}).fingerprint, base);
  EXPECT_NE(make_identity(metrics, std::vector{nli}).fingerprint, base);
  const LoadedModel other{.need = Need::kQa, .fingerprint = "m2", .stats = {}};
  EXPECT_EQ(make_identity(metrics, std::vector{other}).fingerprint, base);
  metric_.options = "{}";
  EXPECT_NE(make_identity(metrics, {}).fingerprint, base);
}

}  // namespace
}  // namespace assay::engine
