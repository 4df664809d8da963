#pragma once
// How often a verdict and a label agree, and what follows from it.

#include <optional>

namespace assay::evaluate {

// Weights of items by label and verdict; positive is grounded.
struct Confusion {
  double true_positive = 0;   // grounded, and said to be
  double false_positive = 0;  // ungrounded, but said to be grounded
  double true_negative = 0;
  double false_negative = 0;

  double total() const { return true_positive + false_positive + true_negative + false_negative; }
  void add(bool is_positive, bool is_said_positive, double weight);
  // The same with the names of the classes exchanged.
  Confusion swapped() const {
    return {true_negative, false_negative, true_positive, false_positive};
  }
};

// Absent where the denominator is 0.
using Share = std::optional<double>;

Share precision(const Confusion& c);  // of the positive class
Share recall(const Confusion& c);
Share f1(const Confusion& c);
Share accuracy(const Confusion& c);
Share balanced_accuracy(const Confusion& c);  // mean of both recalls
Share macro_f1(const Confusion& c);           // mean of both F1
Share cohen_kappa(const Confusion& c);
Share g_mean(const Confusion& c);  // square root of the product of both recalls

}  // namespace assay::evaluate
