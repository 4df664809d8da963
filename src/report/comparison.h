#pragma once
// Two runs of the same records side by side.

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "report/run_table.h"

namespace assay::report {

// Finds the records of one run in another. Ids may repeat: the n-th record of an id is the n-th of
// that id there.
class Matcher {
 public:
  explicit Matcher(const RunTable& baseline);

  // The position in the baseline of the next record of the run, by its id; absent where there is
  // none.
  std::optional<std::size_t> match(const std::string& id);

 private:
  std::unordered_map<std::string, std::vector<std::size_t>> positions_;
  std::unordered_map<std::string, std::size_t> seen_;
};

// What became of one metric, over the records that both runs have.
struct MetricChange {
  std::size_t metric = 0;           // of the run
  std::size_t baseline_metric = 0;  // of the baseline
  std::uint64_t n_both = 0;         // measured in both
  std::uint64_t n_up = 0;
  std::uint64_t n_down = 0;
  std::uint64_t n_now_grounded = 0;    // and was not before
  std::uint64_t n_now_ungrounded = 0;  // and was grounded before
  std::uint64_t n_now_measured = 0;    // and was not before
  std::uint64_t n_no_longer_measured = 0;
  double mean_before = 0;  // over n_both
  double mean_after = 0;
};

MetricChange compare_metric(const RunTable& run, const RunTable& baseline,
                            const std::vector<std::optional<std::size_t>>& matches,
                            std::size_t metric, std::size_t baseline_metric, double threshold);

}  // namespace assay::report
