#include "engine/descriptor_wait.h"

#include <poll.h>

#include <cerrno>

#include "base/interrupt.h"

namespace assay::engine {
namespace {

constexpr int kMoment = 100;  // milliseconds

}  // namespace

bool wait_until_ready(int descriptor, short events, const std::atomic<bool>* interrupt) {
  pollfd wait{.fd = descriptor, .events = events, .revents = 0};
  for (;;) {
    const int ready = ::poll(&wait, 1, interrupt == nullptr ? -1 : kMoment);
    if (ready > 0) return true;
    if (base::is_set(interrupt)) return false;
    if (ready < 0 && errno != EINTR) return true;
  }
}

bool wait_a_moment(const std::atomic<bool>* interrupt) {
  ::poll(nullptr, 0, kMoment);
  return !base::is_set(interrupt);
}

}  // namespace assay::engine
