#include "metrics/reference/bleu_score.h"

#include <algorithm>
#include <cmath>

namespace assay::reference {
namespace {

using Smoothing = BleuOptions::Smoothing;

// sacrebleu's logarithm of nothing: the score becomes 0.
constexpr double kLogOfZero = -9999999999.0;

double floored_log(double value) {
  return value == 0 ? kLogOfZero : std::log(value);
}

double brevity_penalty_of(const BleuCounts& counts) {
  if (counts.response_tokens >= counts.other_tokens) return 1;
  if (counts.response_tokens == 0) return 0;
  return std::exp(1 - static_cast<double>(counts.other_tokens) /
                          static_cast<double>(counts.response_tokens));
}

double smooth_value_of(const BleuOptions& options) {
  if (options.smooth_value) return *options.smooth_value;
  return options.smoothing == Smoothing::kFloor ? 0.1 : 1;
}

bool shares_nothing(const BleuCounts& counts) {
  return std::all_of(counts.shared.begin(), counts.shared.end(),
                     [](std::int64_t shared) { return shared == 0; });
}

}  // namespace

BleuScore bleu_of(const BleuCounts& counts, const BleuOptions& options, bool effective_order) {
  BleuScore score;
  score.brevity_penalty = brevity_penalty_of(counts);
  if (shares_nothing(counts)) return score;

  const double value = smooth_value_of(options);
  double halvings = 1;
  std::size_t order = kLongestNgram;
  for (std::size_t n = 1; n <= kLongestNgram; ++n) {
    const double added = options.smoothing == Smoothing::kAddK && n > 1 ? value : 0;
    const double shared = static_cast<double>(counts.shared[n - 1]) + added;
    const double total = static_cast<double>(counts.ngrams[n - 1]) + added;
    if (total == 0) break;
    if (effective_order) order = n;
    double& precision = score.precisions[n - 1];
    if (shared > 0) {
      precision = 100 * shared / total;
    } else if (options.smoothing == Smoothing::kExp) {
      halvings *= 2;
      precision = 100 / (halvings * total);
    } else if (options.smoothing == Smoothing::kFloor) {
      precision = 100 * value / total;
    }
  }
  double sum = 0;
  for (std::size_t n = 0; n < order; ++n) sum += floored_log(score.precisions[n]);
  const double bleu = score.brevity_penalty * std::exp(sum / static_cast<double>(order));
  score.bleu = std::min(bleu, 100.0);  // the logarithm's last bit
  return score;
}

}  // namespace assay::reference
