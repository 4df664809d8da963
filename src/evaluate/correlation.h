#pragma once
// Correlation coefficients and their p-values.

#include <cstddef>
#include <optional>
#include <vector>

namespace assay::evaluate {

// Absent where one side is constant, and below two items. `weights` says how often each item
// counts.
std::optional<double> pearson(const std::vector<double>& x, const std::vector<double>& y,
                              const std::vector<double>& weights);

// Two-sided, by Student's t with n - 2 degrees of freedom; absent below three items.
std::optional<double> correlation_p(double correlation, std::size_t n);

struct Kendall {
  double tau_b = 0;
  double p = 0;
};

// In n log n steps.
std::optional<Kendall> kendall(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace assay::evaluate
