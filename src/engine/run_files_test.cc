#include "engine/run_files.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "test_files.h"

namespace assay::engine {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class RunFiles : public testing::Test {
 protected:
  RunFiles() {
    options_.input = folder_.write("in.jsonl", "{}\n");
    options_.output = folder_.file("out.jsonl");
  }

  // The message, with the file it names; empty when all files are different.
  std::string problem(const std::string& cache = {}) const {
    const auto checked = check_run_files(options_, cache);
    if (checked) return {};
    EXPECT_EQ(checked.error().code, ErrorCode::kInvalidOption);
    return fs::path(checked.error().file).filename().string() + " " + checked.error().message;
  }

  TestFolder folder_;
  ScoreOptions options_;
};

TEST_F(RunFiles, DifferentOnesAreGood) {
  EXPECT_EQ(problem(), "");
  EXPECT_EQ(problem(folder_.file("cache")), "");
  folder_.write("out.jsonl", "");
  folder_.write("out.jsonl.run", "");
  folder_.write("out.jsonl.partial", "");
  EXPECT_EQ(problem(folder_.write("cache", "")), "");
}

TEST_F(RunFiles, TheInputIsNoOutput) {
  options_.output = options_.input;
  EXPECT_EQ(problem(), "in.jsonl is the input itself, and would be the output");
}

TEST_F(RunFiles, TheInputIsNotWhatStandsBesideTheOutput) {
  options_.input = folder_.write("out.jsonl.partial", "{}\n");
  EXPECT_EQ(problem(), "out.jsonl.partial is the input itself, and would be the unfinished output");
  options_.input = folder_.write("out.jsonl.run", "{}\n");
  EXPECT_EQ(problem(), "out.jsonl.run is the input itself, and would be the run log");
}

TEST_F(RunFiles, LinksHideNothing) {
  fs::create_hard_link(options_.input, folder_.file("out.jsonl.run"));
  EXPECT_THAT(problem(), HasSubstr("would be the run log"));
  fs::remove(folder_.file("out.jsonl.run"));
  fs::create_symlink("in.jsonl", folder_.file("out.jsonl.partial"));
  EXPECT_THAT(problem(), HasSubstr("would be the unfinished output"));
  fs::remove(folder_.file("out.jsonl.partial"));
  fs::create_symlink("in.jsonl", folder_.file("link"));
  options_.output = folder_.file("link");
  EXPECT_THAT(problem(), HasSubstr("would be the output"));
}

TEST_F(RunFiles, TheCacheIsNoOtherFile) {
  EXPECT_THAT(problem(options_.input), HasSubstr("is the input itself, and would be the cache"));
  EXPECT_THAT(problem(options_.output), HasSubstr("would be the output and the cache"));
  EXPECT_THAT(problem(folder_.file("./out.jsonl.run")), HasSubstr("the run log and the cache"));
  EXPECT_THAT(problem(folder_.file("out.jsonl.partial")),
              HasSubstr("the unfinished output and the cache"));
  options_.output = folder_.file("cache-wal");
  EXPECT_THAT(problem(folder_.file("cache")), HasSubstr("the output and the cache's log"));
}

TEST_F(RunFiles, PipesAndDevicesMayStandTwice) {
  options_.input = options_.output = "/dev/null";
  EXPECT_EQ(problem(), "");
}

TEST_F(RunFiles, ALinkIsFollowedToTheFile) {
  EXPECT_EQ(resolve_output(options_.output), options_.output);
  EXPECT_EQ(resolve_output("-"), "-");
  fs::create_symlink("b", folder_.file("a"));
  fs::create_symlink("out.jsonl", folder_.file("b"));
  EXPECT_EQ(resolve_output(folder_.file("a")), options_.output);
  fs::create_symlink("loop", folder_.file("loop"));
  EXPECT_EQ(resolve_output(folder_.file("loop")), folder_.file("loop"));
}

}  // namespace
}  // namespace assay::engine
