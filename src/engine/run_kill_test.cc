// Runs that are killed, and runs that are long: each in a process of its own.
//
// ASSAY_KILLS sets how many times the run is killed (30 without it), ASSAY_LONG_RECORDS how many
// records the long run has (20,000); tests/CMakeLists.txt registers both with more.

#include <gmock/gmock.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <thread>

#include "engine/fake_metric.h"
#include "engine/run.h"
#include "engine/run_log.h"
#include "test_files.h"

namespace assay::engine {
namespace {

std::size_t from_environment(const char* name, std::size_t otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

// A number that a child process counts up and its parent reads.
class SharedCounter {
 public:
  SharedCounter()
      : value_(static_cast<std::atomic<long>*>(::mmap(nullptr, sizeof(std::atomic<long>),
                                                      PROT_READ | PROT_WRITE,
                                                      MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {}
  ~SharedCounter() { ::munmap(value_, sizeof *value_); }
  SharedCounter(const SharedCounter&) = delete;
  SharedCounter& operator=(const SharedCounter&) = delete;
  std::atomic<long>& operator*() const { return *value_; }

 private:
  std::atomic<long>* value_;
};

// Scores in this process; 0 when the run finished.
int run_here(const ScoreOptions& options, std::atomic<long>& windows, int milliseconds) {
  FakeMetric metric;
  metric.on_window = [&] {
    ++windows;
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  };
  std::vector<Metric*> metrics{&metric};
  const auto summary = run_metrics(options, metrics, make_identity(metrics, {}));
  return summary ? 0 : 1;
}

TEST(KilledRun, EndsWithTheSameBytesAndScoresNothingTwice) {
  constexpr std::size_t kRecords = 300;
  constexpr std::size_t kWindow = 10;
  const TestFolder folder;
  ScoreOptions options;
  options.input = folder.write("in.jsonl", some_records(kRecords));
  options.output = folder.file("expected.jsonl");
  options.window = kWindow;
  SharedCounter windows;
  ASSERT_EQ(run_here(options, *windows, 0), 0);
  const std::string expected = read_bytes(options.output);
  options.output = folder.file("out.jsonl");

  const std::size_t kills_wanted = from_environment("ASSAY_KILLS", 30);
  std::mt19937 random(11);
  std::uint32_t longest_life = 25000;  // microseconds; more where the machine is slow
  std::size_t kills = 0;
  std::size_t finished = 0;
  std::size_t committed_last = 0;
  std::size_t fruitless = 0;  // kills in a row that found nothing new committed
  while (kills < kills_wanted || finished == 0) {
    const auto before = read_run_log(options.output + ".run");
    ASSERT_TRUE(before) << before.error().to_string();
    const bool unfinished = std::filesystem::exists(options.output + ".partial");
    const std::size_t committed = unfinished ? before->log.windows().size() : 0;
    if (fruitless == 8) {
      longest_life *= 2;
      fruitless = 0;
    }
    *windows = 0;
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) ::_exit(run_here(options, *windows, 1));
    std::this_thread::sleep_for(std::chrono::microseconds(random() % longest_life));
    ::kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status)) {
      ++kills;
      fruitless = committed > committed_last ? 0 : fruitless + 1;
      committed_last = committed;
    } else {
      fruitless = 0;
      committed_last = 0;
      ASSERT_EQ(WEXITSTATUS(status), 0);
    }
    EXPECT_LE((*windows).load(), static_cast<long>(kRecords / kWindow - committed));
    if (!std::filesystem::exists(options.output)) continue;
    ++finished;
    ASSERT_EQ(read_bytes(options.output), expected);
    std::filesystem::remove(options.output);
  }
  std::printf("%zu kills, %zu finished runs\n", kills, finished);
}

TEST(LongRun, StaysWithinBoundedMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers keep freed memory";
#endif
  const std::size_t records = from_environment("ASSAY_LONG_RECORDS", 20000);
  const TestFolder folder;
  ScoreOptions options;
  options.input = folder.file("in.jsonl");
  options.output = folder.file("out.jsonl");
  SharedCounter kibibytes;
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    {
      std::ofstream in(options.input);
      for (std::size_t i = 0; i < records; ++i) {
        in << "{\"id\":\"record " << i << "\",\"response\":\"It was number " << i
           << ".\",\"knowledge\":\"There were " << i << " of them.\"}\n";
      }
    }
    std::atomic<long> windows{0};
    const int status = run_here(options, windows, 0);
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    *kibibytes = usage.ru_maxrss;
    ::_exit(status);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  ASSERT_EQ(WEXITSTATUS(status), 0);
  std::printf("%zu records, at most %ld MiB\n", records, *kibibytes / 1024);
  // What may grow with the input are the hashes of the ids, up to a limit.
  const long limit = 128L * 1024 + static_cast<long>(records) * 64 / 1024;
  EXPECT_LT((*kibibytes).load(), std::min(limit, 1024L * 1024));
}

}  // namespace
}  // namespace assay::engine
