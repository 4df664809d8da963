#pragma once
// Writes windows behind the back of the computation. Windows that come while others are being
// written are written together, so that a cheap metric does not wait for the disk at every window.

#include <cstddef>
#include <future>
#include <vector>

#include "assay/error.h"
#include "engine/run_sink.h"

namespace assay::engine {

// Thread-safety: used by one thread; the sink must not be used by others meanwhile.
class Committer {
 public:
  explicit Committer(RunSink& sink) : sink_(&sink) {}
  Committer(const Committer&) = delete;
  Committer& operator=(const Committer&) = delete;

  // Takes the window; fails when an earlier one could not be written. Waits when too much is
  // waiting to be written.
  Result<void> submit(ScoredWindow window);
  // Returns when all windows are written.
  Result<void> flush();

 private:
  Result<void> finish_current();
  void start();

  RunSink* sink_;
  std::vector<ScoredWindow> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::future<Result<void>> current_;
};

}  // namespace assay::engine
