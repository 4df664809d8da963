#include "evaluate/confusion.h"

#include <cmath>

namespace assay::evaluate {
namespace {

Share ratio(double part, double whole) {
  return whole == 0 ? Share() : Share(part / whole);
}

Share mean(Share a, Share b) {
  return a && b ? Share((*a + *b) / 2) : Share();
}

}  // namespace

void Confusion::add(bool is_positive, bool is_said_positive, double weight) {
  if (is_positive) {
    (is_said_positive ? true_positive : false_negative) += weight;
  } else {
    (is_said_positive ? false_positive : true_negative) += weight;
  }
}

Share precision(const Confusion& c) {
  return ratio(c.true_positive, c.true_positive + c.false_positive);
}

Share recall(const Confusion& c) {
  return ratio(c.true_positive, c.true_positive + c.false_negative);
}

Share f1(const Confusion& c) {
  return ratio(2 * c.true_positive, 2 * c.true_positive + c.false_positive + c.false_negative);
}

Share accuracy(const Confusion& c) {
  return ratio(c.true_positive + c.true_negative, c.total());
}

Share balanced_accuracy(const Confusion& c) {
  return mean(recall(c), recall(c.swapped()));
}

Share macro_f1(const Confusion& c) {
  return mean(f1(c), f1(c.swapped()));
}

Share cohen_kappa(const Confusion& c) {
  const double total = c.total();
  if (total == 0) return std::nullopt;
  const double said = c.true_positive + c.false_positive;
  const double is = c.true_positive + c.false_negative;
  const double expected = said * is + (total - said) * (total - is);
  const double agreed = (c.true_positive + c.true_negative) * total;
  return ratio(agreed - expected, total * total - expected);
}

Share g_mean(const Confusion& c) {
  const Share positive = recall(c);
  const Share negative = recall(c.swapped());
  return positive && negative ? Share(std::sqrt(*positive * *negative)) : Share();
}

}  // namespace assay::evaluate
