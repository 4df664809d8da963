#pragma once
// The metrics of a run, made from their names.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/metric.h"

namespace assay::engine {

class MetricSet {
 public:
  // Loads all models that the metrics need at the same time. What `ensemble` combines and the run
  // asks for beside it, with the same options, is one metric, computed once. Fails when there is no
  // name, when a name is unknown or stands twice, or when a model cannot be loaded.
  static Result<MetricSet> make(std::span<const std::string> names, const MetricOptions& options,
                                Resources& resources);

  std::span<Metric* const> get() const { return pointers_; }

 private:
  std::vector<std::shared_ptr<Metric>> metrics_;
  std::vector<Metric*> pointers_;
};

}  // namespace assay::engine
