#pragma once
// Whether two metrics differ on the same items by more than chance.

#include <cstddef>
#include <optional>
#include <vector>

namespace assay::evaluate {

// McNemar's exact test: of the items that only one of two is right about, how likely is so uneven a
// split if both were as good. Two-sided; 1 when there are none.
double mcnemar_p(std::size_t only_first_right, std::size_t only_second_right);

struct DeLong {
  double first = 0;  // areas under the ROC curve
  double second = 0;
  double variance = 0;      // of their difference
  std::optional<double> p;  // two-sided; absent when the variance is 0 and the areas differ
};

// DeLong's test of two correlated areas under the ROC curve. Absent with fewer than two items of
// either class.
std::optional<DeLong> delong_test(const std::vector<double>& first,
                                  const std::vector<double>& second,
                                  const std::vector<bool>& positive);

// Holm's correction for several tests: p-values that may each be held against the level of all.
std::vector<double> holm(const std::vector<double>& p_values);

}  // namespace assay::evaluate
