#pragma once
// SIGINT and SIGTERM ask a run to stop at the next good moment; a second one stops it at once.

#include <atomic>

namespace assay::cli {

// While it lives, the first of the two signals sets flag() and says so on standard error, and gives
// both signals their default action back. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  const std::atomic<bool>& flag() const;
  // As a signal does, but silently.
  void stop() const;
};

}  // namespace assay::cli
