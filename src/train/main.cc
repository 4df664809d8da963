// assay-train: a program of its own, so that LibTorch never loads beside the engine.

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <limits>
#include <string>
#include <vector>

#include "assay/version.h"
#include "train/commands.h"
#include "train/math/blas.h"

namespace assay::train {
namespace {

// A signal handler can reach nothing but this.
std::atomic<bool> stop_wanted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void handle_stop(int) {
  constexpr char kMessage[] =
      "\nassay-train: stopping after this step; a second signal stops at once, without a "
      "checkpoint\n";
  stop_wanted.store(true);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  // Nothing can be done here when standard error is closed.
  [[maybe_unused]] const auto written = write(STDERR_FILENO, kMessage, sizeof(kMessage) - 1);
}

void catch_stop_signals() {
  struct sigaction action {};
  action.sa_handler = handle_stop;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

// A step asks for hundreds of blocks of some megabytes and gives them back. Left to itself, malloc
// returns each to the system and has it zeroed again for the next.
void keep_freed_memory() {
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
  mallopt(M_TOP_PAD, 64 << 20);
}

// The exit codes of `assay` (docs/cli.md).
constexpr int kUsage = 2;
constexpr int kEnvironment = 3;
constexpr int kInterrupted = 130;

int exit_code_of(const Error& error) {
  const bool usage = error.code == ErrorCode::kInvalidInput ||
                     error.code == ErrorCode::kInvalidOption ||
                     error.code == ErrorCode::kNotFound || error.code == ErrorCode::kConflict;
  return usage ? kUsage : kEnvironment;
}

int run_command(const Command& command) {
  if (!blas_is_thread_safe()) {
    fmt::print(
        stderr,
        "assay-train: the BLAS in use is the sequential build of OpenBLAS, which must not be "
        "called from several threads (install libopenblas0-openmp)\n");
    return kEnvironment;
  }
  catch_stop_signals();
  const auto outcome = command.run(stop_wanted);
  if (!outcome) {
    fmt::print(stderr, "assay-train: {}\n", outcome.error().to_string());
    return exit_code_of(outcome.error());
  }
  if (*outcome == Outcome::kInterrupted) {
    fmt::print(stderr, "assay-train: stopped; the same command with --resume goes on\n");
    return kInterrupted;
  }
  return 0;
}

// CLI11 lets -1 and what is too large wrap round to another number.
std::string check_whole(const std::string& text, std::uint64_t most) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec == std::errc() && read.ptr == end && value <= most) return {};
  return fmt::format("`{}` is no whole number from 0 to {}", text, most);
}

void check_counts(CLI::App& app) {
  constexpr std::uint64_t kMost = 1'000'000'000;
  for (CLI::Option* option : app.get_options()) {
    if (option->get_type_name() != "UINT") continue;
    const bool is_seed = option->get_name() == "--seed";
    const std::uint64_t most = is_seed ? std::numeric_limits<std::uint64_t>::max() : kMost;
    option->check([most](const std::string& text) { return check_whole(text, most); });
  }
}

int run_program(int argc, char** argv) {
  CLI::App program("Trains the small models of assay.", "assay train");
  program.set_version_flag("--version", std::string("assay-train ") + kVersion);
  program.require_subcommand(1);
  program.footer(
      "Examples:\n"
      "  assay train pair nli.jsonl.gz --eval dev.jsonl -o runs/nli\n"
      "  assay train span qa.jsonl.gz --eval dev.jsonl -o runs/qa\n"
      "  assay train seq2seq qa.jsonl.gz --eval dev.jsonl -o runs/qg\n"
      "  assay train lora answers.jsonl --eval dev.jsonl -o runs/lora");
  program.option_defaults()->always_capture_default();
  const std::vector<Command> commands = {add_pair_command(program), add_span_command(program),
                                         add_question_command(program), add_lora_command(program)};
  for (const Command& command : commands) check_counts(*command.app);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : kUsage;
  }
  for (const Command& command : commands) {
    if (command.app->parsed()) return run_command(command);
  }
  return kUsage;
}

}  // namespace
}  // namespace assay::train

int main(int argc, char** argv) {
  assay::train::keep_freed_memory();
  assay::train::use_single_threaded_blas();
  return assay::train::run_program(argc, argv);
}
