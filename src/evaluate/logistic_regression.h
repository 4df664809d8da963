#pragma once
// Logistic regression by Newton's method.

#include <vector>

namespace assay::evaluate {

// What makes scores of any range alike, so that a fit takes the same steps: their mean, and their
// standard deviation over n, or 1 where all are the same.
struct Scale {
  double mean = 0;
  double spread = 1;

  static Scale of(const std::vector<double>& scores);
  double standard(double score) const { return (score - mean) / spread; }
};

struct LogisticModel {
  std::vector<double> weights;
  double intercept = 0;
};

// What makes the sum of -log(likelihood) and ridge / 2 * |weights|^2 least. `columns` holds, for
// each weight, the standardised values of all items; `targets` are from 0 to 1, so that labels may
// be softened. Without a ridge, hard labels of classes that are apart have no least.
LogisticModel fit_logistic(const std::vector<std::vector<double>>& columns,
                           const std::vector<double>& targets, double ridge);

}  // namespace assay::evaluate
