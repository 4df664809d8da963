#include "cli/interrupt.h"

#include <unistd.h>

#include <csignal>

namespace assay::cli {
namespace {

// A signal handler can reach nothing but this.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void use_default_action() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

extern "C" void handle_interrupt(int) {
  constexpr char kMessage[] = "\nassay: stopping; a second signal stops at once\n";
  interrupted.store(true);
  use_default_action();
  // Nothing can be done here when standard error is closed.
  [[maybe_unused]] const auto written = write(STDERR_FILENO, kMessage, sizeof(kMessage) - 1);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupted.store(false);
  struct sigaction action {};
  action.sa_handler = handle_interrupt;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

InterruptGuard::~InterruptGuard() {
  use_default_action();
}

void InterruptGuard::stop() const {
  interrupted.store(true);
}

const std::atomic<bool>& InterruptGuard::flag() const {
  return interrupted;
}

}  // namespace assay::cli
