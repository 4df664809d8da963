#include "evaluate/calibration_fit.h"

#include <algorithm>

#include "evaluate/logistic_regression.h"
#include "evaluate/ranked_sample.h"
#include "evaluate/threshold.h"

namespace assay::evaluate {
namespace {

// --- Platt ---

Calibrator fit_platt(const std::vector<double>& scores, const std::vector<bool>& positive) {
  const auto positives = static_cast<double>(std::count(positive.begin(), positive.end(), true));
  const double negatives = static_cast<double>(positive.size()) - positives;
  const Scale scale = Scale::of(scores);
  std::vector<double> x;
  std::vector<double> target;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    x.push_back(scale.standard(scores[i]));
    target.push_back(positive[i] ? (positives + 1) / (positives + 2) : 1 / (negatives + 2));
  }
  const LogisticModel model = fit_logistic({x}, target, 0);
  Calibrator calibrator{.method = CalibrationMethod::kPlatt};
  calibrator.slope = model.weights[0] / scale.spread;
  calibrator.intercept = model.intercept - model.weights[0] * scale.mean / scale.spread;
  return calibrator;
}

// --- isotonic ---

struct Block {
  double first = 0;  // scores
  double last = 0;
  double positive = 0;
  double total = 0;

  double mean() const { return positive / total; }
};

// Pools neighbours until the shares of positive items rise.
std::vector<Block> pool(const RankedSample& sample) {
  std::vector<Block> blocks;
  sample.for_each_score(
      std::vector<double>(sample.size(), 1), [&](double score, double positive, double negative) {
        blocks.push_back({score, score, positive, positive + negative});
        while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() >= blocks.back().mean()) {
          const Block top = blocks.back();
          blocks.pop_back();
          Block& below = blocks.back();
          below.last = top.last;
          below.positive += top.positive;
          below.total += top.total;
        }
      });
  return blocks;
}

Calibrator fit_isotonic(const RankedSample& sample) {
  Calibrator calibrator{.method = CalibrationMethod::kIsotonic};
  for (const Block& block : pool(sample)) {
    calibrator.scores.push_back(block.first);
    calibrator.probabilities.push_back(block.mean());
    if (block.last == block.first) continue;
    calibrator.scores.push_back(block.last);
    calibrator.probabilities.push_back(block.mean());
  }
  return calibrator;
}

}  // namespace

std::optional<Calibrator> fit(CalibrationMethod method, Criterion criterion,
                              const std::vector<double>& scores,
                              const std::vector<bool>& positive) {
  const auto positives = std::count(positive.begin(), positive.end(), true);
  if (positives == 0 || positives == static_cast<std::ptrdiff_t>(positive.size()))
    return std::nullopt;
  if (method == CalibrationMethod::kPlatt) return fit_platt(scores, positive);
  const RankedSample sample(scores, positive);
  if (method == CalibrationMethod::kIsotonic) return fit_isotonic(sample);
  const auto threshold = best_threshold(sample, std::vector<double>(sample.size(), 1), criterion);
  if (!threshold) return std::nullopt;
  return Calibrator{.method = method, .threshold = *threshold};
}

}  // namespace assay::evaluate
