#pragma once
// The run log: what of a run is done, one line at a time (docs/formats/run_log.md).
//
// Every line is one JSON object that ends with a check of itself and of all lines before it. A line
// that is torn or damaged, and everything behind it, counts as not written.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "engine/running_sums.h"

namespace assay::engine {

inline constexpr std::string_view kRunLogBeginning = R"({"schema":"assay.run/1","type":"header")";

struct RunLogHeader {
  std::string fingerprint;
  std::string identity;    // JSON object: everything besides the records that decides the output
  bool resumable = true;   // the input can be read a second time
  std::string input_name;  // for people
};

// One committed window.
struct WindowMark {
  std::uint64_t records = 0;       // of this window and all before it
  std::string input_chain;         // of those records
  std::uint64_t output_bytes = 0;  // length of OUT.partial with this window
  std::string output_chain;        // of the windows' bytes up to there
  double seconds = 0;              // that it took, as far as the log was read; for people
};

// What else is kept of a window; `seconds` is for people and decides nothing.
struct WindowNotes {
  std::vector<RunningSums> sums;
  double seconds = 0;
};

// Makes the lines, each with its line break.
class RunLogWriter {
 public:
  // Goes on behind the line whose check is `last_check`; empty for a new log.
  explicit RunLogWriter(std::string last_check = {}) : check_(std::move(last_check)) {}
  std::string header(const RunLogHeader& header);
  std::string window(const WindowMark& mark, const WindowNotes& notes);
  std::string finished(std::uint64_t output_bytes);

  // A line of a JSON object (as text, not empty) and its check.
  std::string seal(std::string object);

 private:
  std::string check_;
};

// Takes a log line by line.
class RunLogParser {
 public:
  // `line` without its line break. False: the line is not intact; the log ends before it.
  bool add(std::string_view line);

  const std::optional<RunLogHeader>& header() const { return header_; }
  const std::vector<WindowMark>& windows() const { return windows_; }
  const std::vector<RunningSums>& sums() const { return sums_; }  // after the last window
  bool is_finished() const { return finished_; }
  const std::string& last_check() const { return check_; }
  std::uint64_t bytes() const { return bytes_; }  // of the lines taken, with their breaks

 private:
  bool add_header(std::string_view line);
  bool add_entry(std::string_view line);

  std::optional<RunLogHeader> header_;
  std::vector<WindowMark> windows_;
  std::vector<RunningSums> sums_;
  bool finished_ = false;
  std::string check_;
  std::uint64_t bytes_ = 0;
};

enum class RunLogState {
  kEmpty,    // nothing, or a header that was torn while it was written
  kForeign,  // some other file
  kDamaged,  // the header is damaged, so nothing can be said about the rest
  kGood,     // at least the header is intact
};

struct RunLogContent {
  RunLogState state = RunLogState::kEmpty;
  RunLogParser log;
};

// Reads up to `max_windows` intact windows of the file; a missing file is an empty log.
Result<RunLogContent> read_run_log(const std::string& path, std::size_t max_windows = SIZE_MAX);

}  // namespace assay::engine
