#pragma once
// A metric of which two want the results of the same records: whoever asks first has them
// computed, the other gets a copy.

#include <memory>
#include <optional>

#include "assay/metric.h"
#include "base/hash.h"

namespace assay::ensemble {

// Stands for `metric` in everything. Remembers the results of its last window alone, so that a run
// needs no more memory than the window.
// Thread-safety: as of a metric, one call of score() at a time.
class RememberingMetric final : public Metric {
 public:
  explicit RememberingMetric(std::unique_ptr<Metric> metric) : metric_(std::move(metric)) {}

  const std::string& name() const override { return metric_->name(); }
  std::vector<Need> needs() const override { return metric_->needs(); }
  std::string options_json() const override { return metric_->options_json(); }
  Result<std::vector<RecordResult>> score(std::span<const Record> window) override;
  std::vector<std::pair<std::string, double>> corpus_scores(const Counts& sums) const override {
    return metric_->corpus_scores(sums);
  }
  std::vector<StageTime> stage_times() const override { return metric_->stage_times(); }

 private:
  struct Remembered {
    base::Hash128 window;
    std::vector<RecordResult> results;
  };

  const std::unique_ptr<Metric> metric_;
  std::optional<Remembered> last_;
};

}  // namespace assay::ensemble
