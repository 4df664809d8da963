#include "assay/classify.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "evaluate/comparison.h"
#include "evaluate/datasets.h"
#include "evaluate/labelled_scores.h"
#include "evaluate/measures.h"
#include "evaluate/reliability.h"
#include "evaluate/threshold.h"

namespace assay::evaluate {
namespace {

std::size_t whole(double weight) {
  return static_cast<std::size_t>(weight);
}

std::optional<double> given_threshold(const ScoreColumn& column, const ClassifyOptions& options) {
  for (const auto& [name, threshold] : options.thresholds) {
    if (name == column.name) return threshold;
  }
  return options.threshold ? options.threshold : column.usual_threshold;
}

double threshold_of(const ScoreColumn& column, const ClassifyOptions& options) {
  return given_threshold(column, options).value_or(kUnknownThreshold);
}

// A cut that nobody chose, through scores that it may not fit.
bool is_cut_blindly(const ScoreColumn& column, const ClassifyOptions& options) {
  return !given_threshold(column, options) &&
         std::any_of(column.values.begin(), column.values.end(),
                     [](const Score& score) { return score && (*score < 0 || *score > 1); });
}

// The names of those for which `is_so`, joined by commas. Of many the first ones: every data set
// may be one of them.
template <typename Items, typename Name, typename IsSo>
std::string names_where(const Items& items, Name&& name, IsSo&& is_so) {
  constexpr std::size_t kMostNames = 8;
  std::vector<std::string> names;
  std::size_t more = 0;
  for (const auto& item : items) {
    if (!is_so(item) || std::find(names.begin(), names.end(), name(item)) != names.end()) continue;
    if (names.size() == kMostNames) {
      ++more;
    } else {
      names.push_back(name(item));
    }
  }
  const std::string joined = fmt::format("{}", fmt::join(names, ", "));
  return more == 0 ? joined : fmt::format("{} and {} more", joined, more);
}

std::string name_of(const MetricReport& metric) {
  return metric.dataset ? fmt::format("{} in {}", metric.metric, *metric.dataset) : metric.metric;
}

std::vector<std::string> warnings_of(const ScoreTable& table, const ClassifyReport& report,
                                     const ClassifyOptions& options) {
  std::vector<std::string> warnings;
  const std::string blind = names_where(
      table.scores, [](const ScoreColumn& column) { return column.name; },
      [&](const ScoreColumn& column) { return is_cut_blindly(column, options); });
  if (!blind.empty()) {
    warnings.push_back(
        fmt::format("scores of {} lie outside 0 to 1, and are cut at {} for want of a better: "
                    "--threshold NAME=X says where",
                    blind, kUnknownThreshold));
  }
  const std::string unfolded =
      names_where(report.metrics, name_of,
                  [&](const MetricReport& metric) { return options.folds > 0 && !metric.chosen; });
  if (!unfolded.empty()) {
    warnings.push_back(
        fmt::format("no best threshold for {}: {} folds want as many labelled items or groups, and "
                    "both labels outside of each fold; --folds N takes fewer",
                    unfolded, options.folds));
  }
  return warnings;
}

Result<void> check(const ScoreTable& table, const Labels& labels, const ClassifyOptions& options) {
  const auto is_labelled = [](const auto& label) { return label.has_value(); };
  if (std::none_of(labels.begin(), labels.end(), is_labelled)) {
    return fail(ErrorCode::kInvalidInput,
                table.size() == 0 ? "there are no items" : "no item has a label",
                "--label COLUMN names the column of the labels");
  }
  for (const auto& [name, threshold] : options.thresholds) {
    if (table.find_score(name) != nullptr) continue;
    return fail(ErrorCode::kInvalidOption,
                fmt::format("a threshold is given for `{}`, whose scores "
                            "are not evaluated",
                            name));
  }
  if (options.bins == 0 || options.folds == 1) {
    return fail(ErrorCode::kInvalidOption, "there must be a bin, and two folds or none");
  }
  return {};
}

Curve curve_of(const RankedSample& sample) {
  Curve curve;
  std::vector<std::size_t> positives;
  std::vector<std::size_t> negatives;
  sample.for_each_score(std::vector<double>(sample.size(), 1),
                        [&](double score, double positive, double negative) {
                          curve.thresholds.push_back(score);
                          positives.push_back(whole(positive));
                          negatives.push_back(whole(negative));
                        });
  std::size_t grounded = 0;
  for (const std::size_t count : positives) grounded += count;
  const std::size_t ungrounded = sample.size() - grounded;
  std::size_t missed = 0;    // grounded, but not above the threshold
  std::size_t rejected = 0;  // ungrounded, and not above it
  for (std::size_t i = 0; i < positives.size(); ++i) {
    missed += positives[i];
    rejected += negatives[i];
    curve.true_positive.push_back(grounded - missed);
    curve.false_negative.push_back(missed);
    curve.false_positive.push_back(ungrounded - rejected);
    curve.true_negative.push_back(rejected);
  }
  return curve;
}

std::vector<Reliability> reliability_of(const RankedSample& sample, std::size_t count) {
  std::vector<Reliability> shown;
  const auto bins = reliability_bins(sample, std::vector<double>(sample.size(), 1), count);
  if (!bins || sample.size() == 0) return shown;
  for (const ReliabilityBin& bin : *bins) {
    shown.push_back({.low = bin.low, .high = bin.high, .n = whole(bin.weight)});
    if (bin.weight == 0) continue;
    shown.back().mean_score = bin.mean_score;
    shown.back().grounded = bin.positive / bin.weight;
  }
  return shown;
}

// The measures of verdicts that were given item by item.
NamedEstimates verdict_estimates(const std::vector<bool>& positive, const std::vector<bool>& said,
                                 const Groups& groups, const BootstrapOptions& options) {
  const auto values = [&](const std::vector<double>& weights) {
    Confusion confusion;
    for (std::size_t i = 0; i < said.size(); ++i) confusion.add(positive[i], said[i], weights[i]);
    return verdict_measures(confusion);
  };
  const std::vector<std::string> names(kVerdictMeasures.begin(), kVerdictMeasures.end());
  return with_intervals(names, values(std::vector<double>(said.size(), 1)),
                        run_bootstrap(groups, options, values), options.confidence);
}

std::optional<ChosenThreshold> choose_threshold(const LabelledScores& scores,
                                                const RankedSample& sample, const Groups& groups,
                                                const ClassifyOptions& options) {
  if (options.folds < 2 || groups.count < options.folds) return std::nullopt;
  Random random(options.bootstrap.seed);
  const auto folds = assign_folds(groups, scores.positive, options.folds, random);
  const auto tried = cross_validate_threshold(scores.scores, scores.positive, folds, options.folds,
                                              options.criterion);
  const auto best =
      best_threshold(sample, std::vector<double>(sample.size(), 1), options.criterion);
  if (!tried || !best) return std::nullopt;
  return ChosenThreshold{.threshold = *best,
                         .fold_thresholds = tried->thresholds,
                         .held_out = verdict_estimates(scores.positive, tried->said_positive,
                                                       groups, options.bootstrap)};
}

MetricReport report_of(const ScoreColumn& column, const std::optional<std::string>& dataset,
                       const LabelledScores& scores, const Groups& all_groups,
                       const ClassifyOptions& options) {
  const Groups groups = all_groups.subset(scores.items);
  const RankedSample sample(scores.scores, scores.positive);
  const std::vector<double> ones(sample.size(), 1);
  MetricReport report;
  report.metric = column.name;
  report.dataset = dataset;
  report.missing = scores.missing;
  report.fill = scores.fill;
  report.n = sample.size();
  report.n_missing = scores.n_missing;
  report.threshold = threshold_of(column, options);
  const Confusion confusion = sample.confusion(ones, report.threshold);
  report.true_positive = whole(confusion.true_positive);
  report.false_positive = whole(confusion.false_positive);
  report.true_negative = whole(confusion.true_negative);
  report.false_negative = whole(confusion.false_negative);
  report.n_grounded = report.true_positive + report.false_negative;
  const auto values = [&](const std::vector<double>& weights) {
    return all_measures(sample, weights, report.threshold, options.bins);
  };
  report.measures = with_intervals(all_measure_names(), values(ones),
                                   run_bootstrap(groups, options.bootstrap, values),
                                   options.bootstrap.confidence);
  report.chosen = choose_threshold(scores, sample, groups, options);
  report.reliability = reliability_of(sample, options.bins);
  if (options.curves) report.curve = curve_of(sample);
  return report;
}

}  // namespace

Result<ClassifyReport> classify(const ScoreTable& table, const Labels& labels,
                                const ClassifyOptions& options) {
  if (auto good = check(table, labels, options); !good) return tl::unexpected(good.error());
  const auto groups = groups_of(table, options.group);
  if (!groups) return tl::unexpected(groups.error());
  const auto datasets = datasets_of(table, options.dataset);
  if (!datasets) return tl::unexpected(datasets.error());
  ClassifyReport report;
  report.n_items = table.size();
  report.n_unlabelled =
      static_cast<std::size_t>(std::count(labels.begin(), labels.end(), std::optional<bool>()));
  for (const ScoreColumn& column : table.scores) {
    const auto fill = fill_value(column, options.fill);
    const auto add = [&](const std::optional<std::string>& dataset,
                         const std::vector<std::size_t>& items) {
      for (const LabelledScores& scores : labelled_scores(column, labels, fill, items))
        report.metrics.push_back(report_of(column, dataset, scores, *groups, options));
      return check_interrupt(options.bootstrap);
    };
    if (auto good = add(std::nullopt, all_items(table)); !good) return tl::unexpected(good.error());
    for (const Dataset& dataset : *datasets) {
      if (auto good = add(dataset.name, dataset.items); !good) return tl::unexpected(good.error());
    }
  }
  for (std::size_t i = 0; i < table.scores.size(); ++i) {
    for (std::size_t j = i + 1; j < table.scores.size(); ++j) {
      const ScoreColumn& first = table.scores[i];
      const ScoreColumn& second = table.scores[j];
      report.comparisons.push_back(compare(first, threshold_of(first, options), second,
                                           threshold_of(second, options), labels, *groups,
                                           options));
      if (auto good = check_interrupt(options.bootstrap); !good)
        return tl::unexpected(good.error());
    }
  }
  correct_p_values(report.comparisons);
  report.warnings = warnings_of(table, report, options);
  return report;
}

}  // namespace assay::evaluate
