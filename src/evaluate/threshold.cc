#include "evaluate/threshold.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace assay::evaluate {
namespace {

// Half-way between two scores, in a way that the upper one is still above it.
double between(double low, double high) {
  const double middle = low + (high - low) / 2;
  return middle < high ? middle : low;
}

// Below a score, also where a step of 1 is lost in its size.
double below(double score) {
  const double next = std::nextafter(score, std::numeric_limits<double>::lowest());
  return std::min(score - 1, next);
}

struct Cut {
  double threshold = 0;
  Confusion confusion;
};

// Every way to cut the sample in two, in ascending order.
std::vector<Cut> all_cuts(const RankedSample& sample, const std::vector<double>& weights) {
  std::vector<Cut> cuts;
  Confusion running;
  double last = 0;
  sample.for_each_score(weights, [&](double score, double positive, double negative) {
    const bool is_first = cuts.empty();
    cuts.push_back({is_first ? below(score) : between(last, score), {}});
    cuts.back().confusion.true_negative = negative;
    cuts.back().confusion.false_negative = positive;
    running.true_positive += positive;
    running.false_positive += negative;
    last = score;
  });
  if (cuts.empty()) return cuts;
  cuts.push_back({last, {}});
  for (Cut& cut : cuts) {
    const Confusion step = cut.confusion;  // what the next cut leaves below it
    cut.confusion = running;
    running.true_positive -= step.false_negative;
    running.false_negative += step.false_negative;
    running.false_positive -= step.true_negative;
    running.true_negative += step.true_negative;
  }
  return cuts;
}

}  // namespace

const char* to_string(Criterion criterion) {
  switch (criterion) {
    case Criterion::kBalancedAccuracy:
      return "balanced_accuracy";
    case Criterion::kAccuracy:
      return "accuracy";
    case Criterion::kMacroF1:
      return "macro_f1";
    case Criterion::kKappa:
      return "kappa";
    case Criterion::kGMean:
      return "g_mean";
  }
  return "balanced_accuracy";
}

std::optional<double> criterion_value(Criterion criterion, const Confusion& confusion) {
  switch (criterion) {
    case Criterion::kBalancedAccuracy:
      return balanced_accuracy(confusion);
    case Criterion::kAccuracy:
      return accuracy(confusion);
    case Criterion::kMacroF1:
      return macro_f1(confusion);
    case Criterion::kKappa:
      return cohen_kappa(confusion);
    case Criterion::kGMean:
      return g_mean(confusion);
  }
  return std::nullopt;
}

std::optional<double> best_threshold(const RankedSample& sample, const std::vector<double>& weights,
                                     Criterion criterion) {
  std::optional<double> best;
  std::vector<double> thresholds;
  for (const Cut& cut : all_cuts(sample, weights)) {
    const auto value = criterion_value(criterion, cut.confusion);
    if (!value || (best && *value < *best)) continue;
    if (!best || *value > *best) thresholds.clear();
    best = value;
    thresholds.push_back(cut.threshold);
  }
  if (thresholds.empty()) return std::nullopt;
  return thresholds[(thresholds.size() - 1) / 2];
}

std::optional<CrossValidated> cross_validate_threshold(const std::vector<double>& scores,
                                                       const std::vector<bool>& positive,
                                                       const std::vector<std::size_t>& fold_of_item,
                                                       std::size_t folds, Criterion criterion) {
  const RankedSample sample(scores, positive);
  CrossValidated result;
  result.said_positive.resize(scores.size());
  for (std::size_t fold = 0; fold < folds; ++fold) {
    std::vector<double> weights;
    for (const std::size_t of_item : fold_of_item) weights.push_back(of_item == fold ? 0 : 1);
    if (std::count(fold_of_item.begin(), fold_of_item.end(), fold) == 0) return std::nullopt;
    const auto threshold = best_threshold(sample, weights, criterion);
    if (!threshold) return std::nullopt;
    result.thresholds.push_back(*threshold);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (fold_of_item[i] == fold) result.said_positive[i] = scores[i] > *threshold;
    }
  }
  return result;
}

}  // namespace assay::evaluate
