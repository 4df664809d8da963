#pragma once
// `ensemble`: a logistic regression over the scores of other metrics (docs/metrics/ensemble.md).

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "assay/ensemble.h"
#include "assay/metric.h"
#include "metrics/ensemble/remembering_metric.h"

namespace assay::ensemble {

class EnsembleMetric final : public Metric {
 public:
  // The metrics of the terms' scores, each once.
  using Components = std::vector<std::shared_ptr<RememberingMetric>>;

  EnsembleMetric(Ensemble ensemble, Components components);

  const std::string& name() const override { return name_; }
  std::vector<Need> needs() const override;
  std::string options_json() const override;
  Result<std::vector<RecordResult>> score(std::span<const Record> window) override;
  // Of the components that nobody else asks: the others tell theirs themselves.
  std::vector<StageTime> stage_times() const override;

  const Components& components() const { return components_; }

 private:
  RecordResult result_of(const Record& record, std::span<const RecordResult> parts) const;

  const std::string name_ = "ensemble";
  const Ensemble ensemble_;
  const Components components_;
};

// The names of the metrics whose scores it combines, each once. kInvalidOption when a term's score
// is of no metric of this build.
Result<std::vector<std::string>> component_names(const Ensemble& ensemble);

using MakeMetric =
    std::function<Result<std::unique_ptr<Metric>>(std::string_view, const MetricOptions&)>;

// `make` makes the components, with `options` but for what they are compared with, which the
// ensemble says.
Result<std::unique_ptr<Metric>> make_ensemble(const Ensemble& ensemble,
                                              const MetricOptions& options, const MakeMetric& make);

// Puts the components of the ensemble among `metrics`, if there is one, in the place of those that
// are the same, with the same options: their results are computed once then.
void share_components(std::span<std::shared_ptr<Metric>> metrics);

}  // namespace assay::ensemble
