#include "engine/run.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "engine/run_fixture.h"

namespace assay::engine {
namespace {

using testing::HasSubstr;

class ResumedRun : public RunTest {};

TEST_F(ResumedRun, ResumesToTheSameBytesWithoutScoringAgain) {
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

TEST_F(ResumedRun, EveryTruncationAndEveryFlippedByteOfTheLogEndsWellOrIsNamed) {
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
      // An empty log names no OUT.partial: it could be anybody's.
      EXPECT_TRUE(run() || damaged.empty() ||
                  summary.error().message == "is not a run log of assay");
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

TEST_F(ResumedRun, ADamagedPartialOutputIsScoredAgainFromThere) {
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

TEST_F(ResumedRun, AShortOrMissingPartialOutputIsScoredAgain) {
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

TEST_F(ResumedRun, ChangedInputRefusesToResume) {
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

TEST_F(ResumedRun, RecordsAddedBehindTheScoredOnesAreTakenIn) {
  run_partly(3);
  folder_.write("in.jsonl", some_records(60));
  const std::string expected = undisturbed();
  EXPECT_EQ(run()->n_resumed, 24U);
  EXPECT_EQ(read_bytes(options_.output), expected);
}

TEST_F(ResumedRun, ChangedOptionsRefuseToResume) {
  run_partly(3);
  metric_.options = R"({"threshold":0.6})";
  EXPECT_THAT(error_of_run().message,
              HasSubstr("started otherwise: --threshold was 0.5 and is 0.6"));
  metric_.options = R"({"threshold":0.5})";
  options_.window = 9;
  EXPECT_THAT(error_of_run().message, HasSubstr("--window was 8 and is 9"));
  options_.window = 8;
  options_.fields = {{"reference", "id"}};
  EXPECT_THAT(error_of_run().message, HasSubstr("--field reference=id was not given"));
}

TEST_F(ResumedRun, AnInterruptedReplacementGoesOnAndKeepsTheOldOutputMeanwhile) {
  ASSERT_TRUE(run());
  const std::string before = read_bytes(options_.output);
  options_.overwrite = true;
  run_partly(2);
  EXPECT_EQ(read_bytes(options_.output), before);
  EXPECT_EQ(run()->n_resumed, 16U);
  EXPECT_EQ(read_bytes(options_.output), before);
}

TEST_F(ResumedRun, InterruptEndsAfterAWindowAndTheRunGoesOnLater) {
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

TEST_F(ResumedRun, APipeCannotBeResumedAndBeginsAnew) {
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

}  // namespace
}  // namespace assay::engine
