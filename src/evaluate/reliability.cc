#include "evaluate/reliability.h"

#include <algorithm>
#include <cmath>

namespace assay::evaluate {
namespace {

bool are_probabilities(const RankedSample& sample) {
  return sample.size() == 0 || (sample.score(0) >= 0 && sample.score(sample.size() - 1) <= 1);
}

}  // namespace

std::optional<std::vector<ReliabilityBin>> reliability_bins(const RankedSample& sample,
                                                            const std::vector<double>& weights,
                                                            std::size_t count) {
  if (!are_probabilities(sample)) return std::nullopt;
  std::vector<ReliabilityBin> bins(count);
  const double width = 1 / static_cast<double>(count);
  for (std::size_t i = 0; i < count; ++i) {
    bins[i].low = static_cast<double>(i) * width;
    bins[i].high = i + 1 == count ? 1 : static_cast<double>(i + 1) * width;
  }
  std::size_t bin = 0;
  for (std::size_t rank = 0; rank < sample.size(); ++rank) {
    while (bin + 1 < count && sample.score(rank) > bins[bin].high) ++bin;
    const double weight = weights[sample.order()[rank]];
    bins[bin].weight += weight;
    bins[bin].mean_score += weight * sample.score(rank);
    if (sample.is_positive(rank)) bins[bin].positive += weight;
  }
  for (ReliabilityBin& filled : bins) {
    if (filled.weight > 0) filled.mean_score /= filled.weight;
  }
  return bins;
}

std::optional<double> expected_calibration_error(const std::vector<ReliabilityBin>& bins) {
  double total = 0;
  double distance = 0;
  for (const ReliabilityBin& bin : bins) {
    total += bin.weight;
    distance += std::abs(bin.positive - bin.mean_score * bin.weight);
  }
  if (total == 0) return std::nullopt;
  return distance / total;
}

std::optional<double> brier_score(const RankedSample& sample, const std::vector<double>& weights) {
  if (!are_probabilities(sample)) return std::nullopt;
  double total = 0;
  double sum = 0;
  for (std::size_t rank = 0; rank < sample.size(); ++rank) {
    const double weight = weights[sample.order()[rank]];
    const double distance = sample.score(rank) - (sample.is_positive(rank) ? 1 : 0);
    total += weight;
    sum += weight * distance * distance;
  }
  if (total == 0) return std::nullopt;
  return sum / total;
}

}  // namespace assay::evaluate
