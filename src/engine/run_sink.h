#pragma once
// Where a run's lines go: a file that can be resumed, or a stream that cannot.

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/engine.h"
#include "assay/error.h"
#include "engine/run_log.h"

namespace assay::engine {

// A scored window, ready to be written.
struct ScoredWindow {
  std::uint64_t records = 0;  // of this window and all before it
  std::string input_chain;    // of those records
  std::string lines;          // the result lines, each with its line break
  WindowNotes notes;
  std::vector<FailedResult> first_failures;  // as in RunSummary, of this window
};

// What an earlier run has left, to go on from.
struct ResumePoint {
  std::vector<WindowMark> windows;
  std::vector<RunningSums> sums;
};

class RunSink {
 public:
  virtual ~RunSink() = default;
  virtual const ResumePoint& resume_point() const = 0;
  // Writes the windows for good, or fails.
  virtual Result<void> commit(std::span<const ScoredWindow> windows) = 0;
  // Writes the last line and puts the output in its place.
  virtual Result<void> finish(std::string_view summary_line) = 0;
};

struct SinkOptions {
  std::string output;
  RunLogHeader header;
  bool overwrite = false;
  bool restart = false;
};

// "-", or a device or pipe: no run log, nothing to resume.
bool is_stream(const std::string& output);

// Once `interrupt` (may be null) is set, waiting for a reader of the stream ends with kInterrupted.
Result<std::unique_ptr<RunSink>> open_stream_sink(const std::string& output,
                                                  const std::atomic<bool>* interrupt);

// OUT.partial and OUT.run beside `output`. Fails with kConflict when another process writes there,
// when `output` exists and may not be overwritten, when the unfinished run there is another one, or
// when what stands there is of no run.
Result<std::unique_ptr<RunSink>> open_logged_sink(const SinkOptions& options);

}  // namespace assay::engine
