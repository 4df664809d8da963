#include "evaluate/ranked_sample.h"

#include <algorithm>
#include <numeric>

namespace assay::evaluate {
namespace {

// The weights of the two classes at one score.
struct Step {
  double found = 0;  // of the class that is looked for
  double other = 0;
};

std::optional<double> average_precision_of(const std::vector<Step>& steps) {
  double all = 0;
  for (const Step& step : steps) all += step.found;
  if (all == 0) return std::nullopt;
  double found = 0;
  double said = 0;
  double sum = 0;
  for (const Step& step : steps) {
    found += step.found;
    said += step.found + step.other;
    sum += step.found / all * (found / said);
  }
  return sum;
}

}  // namespace

RankedSample::RankedSample(const std::vector<double>& scores, const std::vector<bool>& positive) {
  order_.resize(scores.size());
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  std::stable_sort(order_.begin(), order_.end(),
                   [&](std::size_t a, std::size_t b) { return scores[a] < scores[b]; });
  for (const std::size_t item : order_) {
    scores_.push_back(scores[item]);
    positive_.push_back(positive[item]);
  }
}

Confusion RankedSample::confusion(const std::vector<double>& weights, double threshold) const {
  Confusion confusion;
  for (std::size_t rank = 0; rank < size(); ++rank)
    confusion.add(positive_[rank], scores_[rank] > threshold, weights[order_[rank]]);
  return confusion;
}

std::optional<double> roc_auc(const RankedSample& sample, const std::vector<double>& weights) {
  double pairs = 0;
  double positives = 0;
  double negatives = 0;
  sample.for_each_score(weights, [&](double, double positive, double negative) {
    pairs += positive * (negatives + negative / 2);
    positives += positive;
    negatives += negative;
  });
  if (positives == 0 || negatives == 0) return std::nullopt;
  return pairs / (positives * negatives);
}

std::optional<double> average_precision(const RankedSample& sample,
                                        const std::vector<double>& weights) {
  std::vector<Step> steps;
  sample.for_each_score(weights, [&](double, double positive, double negative) {
    steps.push_back({positive, negative});
  });
  std::reverse(steps.begin(), steps.end());
  return average_precision_of(steps);
}

std::optional<double> average_precision_of_negatives(const RankedSample& sample,
                                                     const std::vector<double>& weights) {
  std::vector<Step> steps;
  sample.for_each_score(weights, [&](double, double positive, double negative) {
    steps.push_back({negative, positive});
  });
  return average_precision_of(steps);
}

}  // namespace assay::evaluate
