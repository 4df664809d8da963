#include "evaluate/calibration_fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "evaluate/ranked_sample.h"
#include "evaluate/threshold.h"

namespace assay::evaluate {
namespace {

// --- Platt ---

// Scores moved and stretched so that the fit takes the same steps whatever their range is.
struct Scale {
  double mean = 0;
  double spread = 1;

  static Scale of(const std::vector<double>& scores) {
    Scale scale;
    const auto count = static_cast<double>(scores.size());
    for (const double score : scores) scale.mean += score / count;
    double squares = 0;
    for (const double score : scores)
      squares += (score - scale.mean) * (score - scale.mean) / count;
    if (squares > 0) scale.spread = std::sqrt(squares);
    return scale;
  }
};

struct Line {
  double slope = 0;
  double intercept = 0;
};

// -log of the likelihood of the softened labels, without overflow.
double loss_of(const Line& line, const std::vector<double>& x, const std::vector<double>& target) {
  double loss = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double z = line.slope * x[i] + line.intercept;
    loss += std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z))) - target[i] * z;
  }
  return loss;
}

// One step of Newton's method; nullopt where the curvature gives none.
std::optional<Line> newton_step(const Line& line, const std::vector<double>& x,
                                const std::vector<double>& target) {
  double g0 = 0, g1 = 0, h00 = 0, h01 = 0, h11 = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double p = 1 / (1 + std::exp(-(line.slope * x[i] + line.intercept)));
    const double w = p * (1 - p);
    g0 += p - target[i];
    g1 += (p - target[i]) * x[i];
    h00 += w;
    h01 += w * x[i];
    h11 += w * x[i] * x[i];
  }
  // Keeps the step defined where all scores are the same.
  h11 += 1e-12;
  const double determinant = h00 * h11 - h01 * h01;
  if (!(determinant > 0)) return std::nullopt;
  return Line{(h00 * g1 - h01 * g0) / determinant, (h11 * g0 - h01 * g1) / determinant};
}

Line fit_line(const std::vector<double>& x, const std::vector<double>& target) {
  constexpr int kMostSteps = 100;
  constexpr double kEnough = 1e-12;
  Line line;
  double loss = loss_of(line, x, target);
  for (int i = 0; i < kMostSteps; ++i) {
    const auto step = newton_step(line, x, target);
    if (!step) break;
    double length = 1;
    Line next = line;
    double next_loss = loss;
    for (; length > 1e-10; length /= 2) {
      next = {line.slope - length * step->slope, line.intercept - length * step->intercept};
      next_loss = loss_of(next, x, target);
      if (next_loss <= loss) break;
    }
    if (length <= 1e-10) break;
    const double moved =
        std::abs(next.slope - line.slope) + std::abs(next.intercept - line.intercept);
    line = next;
    loss = next_loss;
    if (moved < kEnough) break;
  }
  return line;
}

Calibrator fit_platt(const std::vector<double>& scores, const std::vector<bool>& positive) {
  const auto positives = static_cast<double>(std::count(positive.begin(), positive.end(), true));
  const double negatives = static_cast<double>(positive.size()) - positives;
  const Scale scale = Scale::of(scores);
  std::vector<double> x;
  std::vector<double> target;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    x.push_back((scores[i] - scale.mean) / scale.spread);
    target.push_back(positive[i] ? (positives + 1) / (positives + 2) : 1 / (negatives + 2));
  }
  const Line line = fit_line(x, target);
  Calibrator calibrator{.method = CalibrationMethod::kPlatt};
  calibrator.slope = line.slope / scale.spread;
  calibrator.intercept = line.intercept - line.slope * scale.mean / scale.spread;
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
