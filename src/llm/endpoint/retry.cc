#include "llm/endpoint/retry.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <thread>

#include "base/interrupt.h"

namespace assay::llm::endpoint {
namespace {

using Clock = std::chrono::steady_clock;

class Deadline {
 public:
  explicit Deadline(double seconds) : seconds_(seconds), start_(Clock::now()) {}
  double left() const {
    return seconds_ - std::chrono::duration<double>(Clock::now() - start_).count();
  }

 private:
  double seconds_;
  Clock::time_point start_;
};

// In short pieces, to see an interrupt; false then.
bool pause(double seconds, const std::atomic<bool>* interrupt) {
  const Deadline deadline(seconds);
  constexpr double kPiece = 0.05;
  while (!base::is_set(interrupt)) {
    const double left = deadline.left();
    if (left <= 0) return true;
    std::this_thread::sleep_for(std::chrono::duration<double>(std::min(left, kPiece)));
  }
  return false;
}

Attempt interrupted() {
  AttemptFailure failure;
  failure.error.code = ErrorCode::kInterrupted;
  failure.error.message = "interrupted";
  return tl::unexpected(std::move(failure));
}

std::string seconds(double value) {
  return fmt::format("{:.15g} s", std::round(value * 1000) / 1000);
}

// The last failure, with why it is the last.
Attempt given_up(AttemptFailure failure, int attempts, double wait,
                 const EndpointOptions& options) {
  if (attempts < options.attempts) {
    failure.error.message += fmt::format(
        "; after {} of {} attempts, as the next one, in {}, would be after the deadline of "
        "{}",
        attempts, options.attempts, seconds(wait), seconds(options.deadline));
    if (failure.wait > 0) failure.error.hint = "raise `deadline`, or ask again later";
  } else if (attempts > 1) {
    failure.error.message += fmt::format("; after {} attempts", attempts);
  }
  return tl::unexpected(std::move(failure));
}

}  // namespace

Attempt retry(const EndpointOptions& options, const MakeAttempt& make_attempt) {
  const Deadline deadline(options.deadline);
  double next_pause = options.pause;
  for (int attempts = 1;; ++attempts) {
    if (base::is_set(options.interrupt)) return interrupted();
    const double left = deadline.left();
    Attempt attempt = make_attempt(std::min(left, options.attempt_timeout.value_or(left)));
    if (attempt || !attempt.error().may_pass) return attempt;
    const double wait = std::max(std::min(next_pause, options.longest_pause), attempt.error().wait);
    if (attempts == options.attempts || wait >= deadline.left()) {
      return given_up(std::move(attempt.error()), attempts, wait, options);
    }
    if (!pause(wait, options.interrupt)) return interrupted();
    next_pause *= 2;
  }
}

}  // namespace assay::llm::endpoint
