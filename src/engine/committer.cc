#include "engine/committer.h"

#include <chrono>
#include <utility>

namespace assay::engine {
namespace {

constexpr std::size_t kMaxWaitingBytes = std::size_t{32} << 20;

}  // namespace

Result<void> Committer::submit(ScoredWindow window) {
  waiting_bytes_ += window.lines.size();
  waiting_.push_back(std::move(window));
  const bool busy =
      current_.valid() && current_.wait_for(std::chrono::seconds(0)) == std::future_status::timeout;
  if (busy && waiting_bytes_ < kMaxWaitingBytes) return {};
  if (auto finished = finish_current(); !finished) return finished;
  start();
  return {};
}

Result<void> Committer::flush() {
  if (auto finished = finish_current(); !finished) return finished;
  if (waiting_.empty()) return {};
  start();
  return finish_current();
}

Result<void> Committer::finish_current() {
  return current_.valid() ? current_.get() : Result<void>();
}

void Committer::start() {
  // Without a flag the library may run it in this thread when it cannot make another.
  current_ = std::async(
      std::launch::async | std::launch::deferred,
      [sink = sink_, windows = std::exchange(waiting_, {})] { return sink->commit(windows); });
  waiting_bytes_ = 0;
}

}  // namespace assay::engine
