#pragma once
// How a result file came about, as far as its run log (docs/formats/run_log.md) tells.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::report {

struct WindowTime {
  std::uint64_t records = 0;  // of this window
  double seconds = 0;
};

struct RunFacts {
  std::string identity_json = {};  // version, metrics with their options, models, window, input
  std::string input = {};          // the name of the scored file
  std::string command = {};        // the command line that would make the results again
  std::vector<WindowTime> windows = {};
};

// RESULTS.run, also for RESULTS.partial.
std::string run_log_of(const std::string& results);

// Of RESULTS.run beside the results. Absent where there is none, and where it is of another run:
// its fingerprint is not `fingerprint`.
std::optional<RunFacts> read_run_facts(const std::string& results, const std::string& fingerprint);

}  // namespace assay::report
