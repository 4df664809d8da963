#include <algorithm>
#include <array>
#include <cmath>

#include "assay/calibrate.h"

namespace assay::evaluate {
namespace {

// The line between the points on either side; the nearest point's value outside of them.
double interpolate(const std::vector<double>& x, const std::vector<double>& y, double at) {
  const auto above = std::lower_bound(x.begin(), x.end(), at);
  if (above == x.end()) return y.back();
  const auto i = static_cast<std::size_t>(above - x.begin());
  if (i == 0 || *above == at) return y[i];
  const double width = x[i] - x[i - 1];
  // Halves where the difference of great numbers is none.
  const double share = std::isfinite(width) ? (at - x[i - 1]) / width
                                            : (at / 2 - x[i - 1] / 2) / (x[i] / 2 - x[i - 1] / 2);
  return std::clamp(y[i - 1] + (y[i] - y[i - 1]) * share, 0.0, 1.0);
}

}  // namespace

const char* to_string(CalibrationMethod method) {
  constexpr std::array kNames = {"threshold", "platt", "isotonic"};
  return kNames[static_cast<std::size_t>(method)];
}

std::optional<double> Calibrator::probability(double score) const {
  switch (method) {
    case CalibrationMethod::kThreshold:
      return std::nullopt;
    case CalibrationMethod::kPlatt:
      return 1 / (1 + std::exp(-(slope * score + intercept)));
    case CalibrationMethod::kIsotonic:
      return interpolate(scores, probabilities, score);
  }
  return std::nullopt;
}

bool Calibrator::is_grounded(double score) const {
  if (method == CalibrationMethod::kThreshold) return score > threshold;
  return *probability(score) > 0.5;
}

}  // namespace assay::evaluate
