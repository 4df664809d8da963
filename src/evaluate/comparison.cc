#include "evaluate/comparison.h"

#include <array>

#include "evaluate/bootstrap.h"
#include "evaluate/paired_tests.h"
#include "evaluate/ranked_sample.h"

namespace assay::evaluate {
namespace {

constexpr std::array kDifferences = {"accuracy", "balanced_accuracy", "macro_f1", "roc_auc"};

// What both metrics say of the items that both have scores for.
struct Pair {
  std::vector<std::size_t> items;
  std::vector<double> first;
  std::vector<double> second;
  std::vector<bool> positive;
};

Pair pair_of(const ScoreColumn& first, const ScoreColumn& second, const Labels& labels) {
  Pair pair;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!labels[i] || !first.values[i] || !second.values[i]) continue;
    pair.items.push_back(i);
    pair.first.push_back(*first.values[i]);
    pair.second.push_back(*second.values[i]);
    pair.positive.push_back(*labels[i]);
  }
  return pair;
}

RoundValues values_of(const RankedSample& sample, const std::vector<double>& weights,
                      double threshold) {
  const Confusion confusion = sample.confusion(weights, threshold);
  return {accuracy(confusion), balanced_accuracy(confusion), macro_f1(confusion),
          roc_auc(sample, weights)};
}

RoundValues minus(RoundValues first, const RoundValues& second) {
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i] && second[i]) {
      *first[i] -= *second[i];
    } else {
      first[i].reset();
    }
  }
  return first;
}

void count_right(const Pair& pair, double first_threshold, double second_threshold,
                 Comparison& comparison) {
  for (std::size_t i = 0; i < pair.items.size(); ++i) {
    const bool first_right = (pair.first[i] > first_threshold) == pair.positive[i];
    const bool second_right = (pair.second[i] > second_threshold) == pair.positive[i];
    if (first_right && !second_right) ++comparison.only_first_right;
    if (second_right && !first_right) ++comparison.only_second_right;
  }
}

}  // namespace

Comparison compare(const ScoreColumn& first, double first_threshold, const ScoreColumn& second,
                   double second_threshold, const Labels& labels, const Groups& groups,
                   const ClassifyOptions& options) {
  const Pair pair = pair_of(first, second, labels);
  Comparison comparison;
  comparison.first = first.name;
  comparison.second = second.name;
  comparison.n = pair.items.size();
  count_right(pair, first_threshold, second_threshold, comparison);
  comparison.mcnemar_p = mcnemar_p(comparison.only_first_right, comparison.only_second_right);
  if (const auto delong = delong_test(pair.first, pair.second, pair.positive))
    comparison.delong_p = delong->p;

  const RankedSample a(pair.first, pair.positive);
  const RankedSample b(pair.second, pair.positive);
  const auto difference = [&](const std::vector<double>& weights) {
    return minus(values_of(a, weights, first_threshold), values_of(b, weights, second_threshold));
  };
  const RoundValues values = difference(std::vector<double>(pair.items.size(), 1));
  const auto rounds = run_bootstrap(groups.subset(pair.items), options.bootstrap, difference);
  for (std::size_t i = 0; i < kDifferences.size(); ++i) {
    Difference shown{.measure = kDifferences[i], .value = values[i]};
    if (values[i] && !rounds.empty()) {
      shown.interval = interval_of(rounds, i, options.bootstrap.confidence);
      shown.p = p_value_of(rounds, i);
    }
    comparison.differences.push_back(shown);
  }
  return comparison;
}

void correct_p_values(std::vector<Comparison>& comparisons) {
  std::vector<double> mcnemar;
  std::vector<double> delong;
  for (const Comparison& comparison : comparisons) {
    mcnemar.push_back(comparison.mcnemar_p);
    if (comparison.delong_p) delong.push_back(*comparison.delong_p);
  }
  mcnemar = holm(mcnemar);
  delong = holm(delong);
  std::size_t next_delong = 0;
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    comparisons[i].mcnemar_p_corrected = mcnemar[i];
    if (comparisons[i].delong_p) comparisons[i].delong_p_corrected = delong[next_delong++];
  }
}

}  // namespace assay::evaluate
