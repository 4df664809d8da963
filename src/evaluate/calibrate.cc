#include "assay/calibrate.h"

#include <fmt/format.h>

#include <algorithm>

#include "evaluate/calibration_fit.h"
#include "evaluate/datasets.h"
#include "evaluate/labelled_scores.h"
#include "evaluate/measures.h"
#include "evaluate/reliability.h"

namespace assay::evaluate {
namespace {

// What calibrators of the other folds say of each item.
struct HeldOut {
  std::vector<double> probabilities;  // empty with kThreshold
  std::vector<bool> grounded;
};

std::optional<Calibrator> fit_without(std::size_t fold, const std::vector<std::size_t>& folds,
                                      const LabelledScores& items,
                                      const CalibrateOptions& options) {
  std::vector<double> scores;
  std::vector<bool> positive;
  for (std::size_t i = 0; i < folds.size(); ++i) {
    if (folds[i] == fold) continue;
    scores.push_back(items.scores[i]);
    positive.push_back(items.positive[i]);
  }
  return fit(options.method, options.criterion, scores, positive);
}

std::optional<HeldOut> cross_validate(const LabelledScores& items, const Groups& groups,
                                      const CalibrateOptions& options) {
  Random random(options.bootstrap.seed);
  const auto folds = assign_folds(groups, items.positive, options.folds, random);
  HeldOut held_out{.probabilities = {}, .grounded = std::vector<bool>(folds.size())};
  const bool has_probabilities = options.method != CalibrationMethod::kThreshold;
  if (has_probabilities) held_out.probabilities.resize(folds.size());
  for (std::size_t fold = 0; fold < options.folds; ++fold) {
    const auto calibrator = fit_without(fold, folds, items, options);
    if (!calibrator) return std::nullopt;
    for (std::size_t i = 0; i < folds.size(); ++i) {
      if (folds[i] != fold) continue;
      held_out.grounded[i] = calibrator->is_grounded(items.scores[i]);
      if (has_probabilities)
        held_out.probabilities[i] = calibrator->probability(items.scores[i]).value_or(0);
    }
  }
  return held_out;
}

NamedEstimates measure(const HeldOut& held_out, const std::vector<bool>& positive,
                       const Groups& groups, const CalibrateOptions& options) {
  std::vector<std::string> names(kVerdictMeasures.begin(), kVerdictMeasures.end());
  std::optional<RankedSample> sample;
  if (!held_out.probabilities.empty()) {
    names = all_measure_names();
    sample.emplace(held_out.probabilities, positive);
  }
  const auto values = [&](const std::vector<double>& weights) {
    Confusion confusion;
    for (std::size_t i = 0; i < positive.size(); ++i)
      confusion.add(positive[i], held_out.grounded[i], weights[i]);
    RoundValues measured = verdict_measures(confusion);
    if (sample) {
      for (const auto& value : score_measures(*sample, weights, options.bins))
        measured.push_back(value);
    }
    return measured;
  };
  return with_intervals(names, values(std::vector<double>(positive.size(), 1)),
                        run_bootstrap(groups, options.bootstrap, values),
                        options.bootstrap.confidence);
}

NamedEstimates uncalibrated(const LabelledScores& items, const Groups& groups,
                            const CalibrateOptions& options) {
  const RankedSample sample(items.scores, items.positive);
  const auto values = [&](const std::vector<double>& weights) {
    const auto bins = reliability_bins(sample, weights, options.bins);
    return RoundValues{bins ? expected_calibration_error(*bins) : std::nullopt,
                       brier_score(sample, weights)};
  };
  return with_intervals({"ece", "brier"}, values(std::vector<double>(sample.size(), 1)),
                        run_bootstrap(groups, options.bootstrap, values),
                        options.bootstrap.confidence);
}

}  // namespace

Result<FittedCalibrator> fit_calibrator(const ScoreTable& table, const ScoreColumn& column,
                                        const Labels& labels, const CalibrateOptions& options) {
  const auto all_groups = groups_of(table, options.group);
  if (!all_groups) return tl::unexpected(all_groups.error());
  if (options.folds < 2) return fail(ErrorCode::kInvalidOption, "there must be two folds or more");
  const LabelledScores items = labelled_scores(column, labels, {}, all_items(table)).front();
  const Groups groups = all_groups->subset(items.items);
  if (groups.count < options.folds) {
    return fail(ErrorCode::kInvalidInput,
                fmt::format("{} labelled items or groups with a score of {} are too "
                            "few for {} folds",
                            groups.count, column.name, options.folds),
                "--folds N takes fewer; --label COLUMN names the column of the labels");
  }
  const auto calibrator = fit(options.method, options.criterion, items.scores, items.positive);
  const auto held_out = cross_validate(items, groups, options);
  if (!calibrator || !held_out) {
    return fail(ErrorCode::kInvalidInput,
                "the labels are of one class only, at least without one of the folds",
                "a calibrator is fitted on grounded and ungrounded items");
  }
  FittedCalibrator fitted;
  fitted.calibrator = *calibrator;
  fitted.metric = column.name;
  fitted.n = items.items.size();
  fitted.n_grounded =
      static_cast<std::size_t>(std::count(items.positive.begin(), items.positive.end(), true));
  fitted.n_missing = items.n_missing;
  fitted.folds = options.folds;
  fitted.held_out = measure(*held_out, items.positive, groups, options);
  fitted.uncalibrated = uncalibrated(items, groups, options);
  if (auto good = check_interrupt(options.bootstrap); !good) return tl::unexpected(good.error());
  return fitted;
}

Result<FittedCalibrator> fit_calibrator(const ScoreTable& table, const Labels& labels,
                                        const CalibrateOptions& options) {
  if (table.scores.size() != 1) {
    return fail(ErrorCode::kInvalidOption,
                fmt::format("a calibrator is of one metric, not of {}", table.scores.size()),
                "--score NAME chooses one");
  }
  return fit_calibrator(table, table.scores[0], labels, options);
}

}  // namespace assay::evaluate
