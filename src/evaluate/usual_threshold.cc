#include "evaluate/usual_threshold.h"

#include "assay/metric.h"

namespace assay::evaluate {

std::optional<double> usual_threshold(const std::string& metric, const std::string& score) {
  for (const MetricInfo& info : list_metrics()) {
    if (info.name != metric) continue;
    for (const ScoreInfo& known : info.scores) {
      if (known.name == (score.empty() ? metric : score)) return known.most / 2;
    }
  }
  return std::nullopt;
}

}  // namespace assay::evaluate
