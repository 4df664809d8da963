// assay-train: a program of its own, so that LibTorch never loads beside the engine.

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "assay/version.h"
#include "cli/command_line/help_format.h"
#include "cli/command_line/usage_error.h"
#include "text/shown.h"
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
  std::signal(SIGPIPE, SIG_IGN);  // training goes on when nobody reads its messages
}

// The kernels of a library are chosen before main() begins, so that another choice takes another
// beginning. Where that fails, the program goes on with the slow ones.
void begin_again_with_fast_blas(char** argv) {
  const std::string kernels = better_blas_kernels();
  if (kernels.empty()) return;
  setenv("OPENBLAS_CORETYPE", kernels.c_str(), 1);
  execv("/proc/self/exe", argv);
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

// What the standard library throws, above all when memory is short.
Result<Outcome> run_caught(const Command& command) {
  try {
    return command.run(stop_wanted);
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::kInternal, "there is not enough memory",
                "a smaller --batch, --max-length or network needs less");
  } catch (const std::exception& exception) {
    return fail(ErrorCode::kInternal, exception.what());
  }
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
  const auto outcome = run_caught(command);
  if (!outcome) {
    fmt::print(stderr, "assay-train: {}\n", text::shown(outcome.error().to_string()));
    return exit_code_of(outcome.error());
  }
  if (*outcome == Outcome::kInterrupted) {
    fmt::print(stderr, "assay-train: stopped; the same command with --resume goes on\n");
    return kInterrupted;
  }
  return 0;
}

constexpr char kExamples[] =
    "Examples:\n"
    "  assay train pair nli.jsonl.gz --eval dev.jsonl -o runs/nli\n"
    "  assay train span qa.jsonl.gz --eval dev.jsonl -o runs/qa\n"
    "  assay train seq2seq qa.jsonl.gz --eval dev.jsonl -o runs/qg\n"
    "  assay train lora answers.jsonl --eval dev.jsonl -o runs/lora\n"
    "\n`assay train COMMAND --help` describes options and rows.\n"
    "\nExit codes: 0 good; 2 usage (options, data); 3 environment; 130 interrupted, --resume goes "
    "on.";

// CLI11 reports --help and --version as exceptions that are no errors.
int report(const CLI::App& program, const CLI::ParseError& error,
           std::span<const std::string> arguments) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    return program.exit(error, std::cout, std::cerr);
  }
  const Error told = cli::describe_usage_error(program, error, arguments);
  fmt::print(stderr, "assay-train: {}\n", text::shown(told.to_string()));
  return kUsage;
}

int run_program(int argc, char** argv) {
  CLI::App program("Train a small model of your own, or an adapter of a language model.",
                   "assay train");
  program.formatter(std::make_shared<cli::HelpFormatter>());
  program.set_help_flag("-h,--help", "Print this help and exit");
  program.set_version_flag("--version", std::string("assay-train ") + kVersion,
                           "Print the version and exit");
  program.require_subcommand(1);
  program.footer(kExamples);
  program.option_defaults()->always_capture_default();
  const std::vector<Command> commands = {add_pair_command(program), add_span_command(program),
                                         add_question_command(program), add_lora_command(program)};
  if (argc <= 1) {
    fmt::print(stderr, "{}", program.help());
    return kUsage;
  }
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return report(program, error, std::vector<std::string>(argv + 1, argv + argc));
  }
  for (const Command& command : commands) {
    if (command.app->parsed()) return run_command(command);
  }
  return kUsage;
}

}  // namespace
}  // namespace assay::train

int main(int argc, char** argv) {
  assay::train::begin_again_with_fast_blas(argv);
  assay::train::keep_freed_memory();
  assay::train::use_single_threaded_blas();
  return assay::train::run_program(argc, argv);
}
