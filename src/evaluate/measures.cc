#include "evaluate/measures.h"

#include "evaluate/reliability.h"

namespace assay::evaluate {

RoundValues verdict_measures(const Confusion& confusion) {
  const Confusion other = confusion.swapped();
  return {accuracy(confusion),
          balanced_accuracy(confusion),
          macro_f1(confusion),
          cohen_kappa(confusion),
          g_mean(confusion),
          precision(confusion),
          recall(confusion),
          f1(confusion),
          precision(other),
          recall(other),
          f1(other)};
}

RoundValues score_measures(const RankedSample& sample, const std::vector<double>& weights,
                           std::size_t bins) {
  const auto reliability = reliability_bins(sample, weights, bins);
  return {roc_auc(sample, weights), average_precision(sample, weights),
          average_precision_of_negatives(sample, weights),
          reliability ? expected_calibration_error(*reliability) : std::nullopt,
          brier_score(sample, weights)};
}

RoundValues all_measures(const RankedSample& sample, const std::vector<double>& weights,
                         double threshold, std::size_t bins) {
  RoundValues values = verdict_measures(sample.confusion(weights, threshold));
  for (const auto& value : score_measures(sample, weights, bins)) values.push_back(value);
  return values;
}

std::vector<std::string> all_measure_names() {
  std::vector<std::string> names(kVerdictMeasures.begin(), kVerdictMeasures.end());
  names.insert(names.end(), kScoreMeasures.begin(), kScoreMeasures.end());
  return names;
}

NamedEstimates with_intervals(const std::vector<std::string>& names, const RoundValues& values,
                              const std::vector<RoundValues>& rounds, double confidence) {
  NamedEstimates estimates;
  for (std::size_t i = 0; i < names.size(); ++i) {
    Estimate estimate{.value = values[i], .interval = {}};
    if (estimate.value) estimate.interval = interval_of(rounds, i, confidence);
    estimates.emplace_back(names[i], estimate);
  }
  return estimates;
}

}  // namespace assay::evaluate
