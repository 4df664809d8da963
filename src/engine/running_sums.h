#pragma once
// Sums over the results of one metric, from which the summary is made. They are added in the order
// of the records and kept as exact doubles in the run log, so that a resumed run ends with the same
// bits.

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "assay/engine.h"
#include "assay/result.h"
#include "base/json_view.h"
#include "engine/json_writer.h"

namespace assay::engine {

class RunningSums {
 public:
  explicit RunningSums(std::string metric) : metric_(std::move(metric)) {}

  // `result` must be writable (result_check.h).
  void add(const RecordResult& result);

  const std::string& metric() const { return metric_; }
  std::uint64_t failed() const { return statuses_[static_cast<std::size_t>(Status::kFailed)]; }
  MetricSummary summary() const;

  // For the run log.
  void write(JsonWriter& json) const;
  static RunningSums read(const base::JsonView& view);

 private:
  struct ScoreSum {
    std::string name;
    std::uint64_t n = 0;
    double sum = 0;
  };

  std::uint64_t total() const;

  std::string metric_;
  std::array<std::uint64_t, 4> statuses_{};  // by Status
  std::uint64_t fallbacks_ = 0;
  double sum_ = 0;
  std::vector<ScoreSum> scores_;  // in the order in which they first came
  std::vector<std::pair<std::string, std::int64_t>> counts_;
};

}  // namespace assay::engine
