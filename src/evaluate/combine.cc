#include "assay/combine.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/metric.h"
#include "evaluate/bootstrap.h"
#include "evaluate/labelled_scores.h"
#include "evaluate/logistic_regression.h"
#include "evaluate/measures.h"
#include "evaluate/paired_tests.h"

namespace assay::evaluate {
namespace {

constexpr double kRidge = 1;  // scikit-learn's C = 1
constexpr char kEnsemble[] = "ensemble";
constexpr char kMean[] = "mean";

// The items that have a label and every score.
struct Sample {
  std::vector<std::size_t> items;            // of the table
  std::vector<std::vector<double>> columns;  // by score, then item
  std::vector<bool> positive;
  std::size_t n_missing = 0;  // labelled items that lack a score

  std::size_t n_positive() const {
    return static_cast<std::size_t>(std::count(positive.begin(), positive.end(), true));
  }
};

Sample sample_of(const ScoreTable& table, const Labels& labels) {
  Sample sample;
  sample.columns.resize(table.scores.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!labels[i]) continue;
    const bool is_whole =
        std::all_of(table.scores.begin(), table.scores.end(),
                    [&](const auto& column) { return column.values[i].has_value(); });
    if (!is_whole) {
      ++sample.n_missing;
      continue;
    }
    sample.items.push_back(i);
    sample.positive.push_back(*labels[i]);
    for (std::size_t j = 0; j < table.scores.size(); ++j)
      sample.columns[j].push_back(*table.scores[j].values[i]);
  }
  return sample;
}

// The items of all folds but one.
Sample without_fold(const Sample& sample, const std::vector<std::size_t>& folds, std::size_t fold) {
  Sample rest;
  rest.columns.resize(sample.columns.size());
  for (std::size_t i = 0; i < folds.size(); ++i) {
    if (folds[i] == fold) continue;
    rest.positive.push_back(sample.positive[i]);
    for (std::size_t j = 0; j < sample.columns.size(); ++j)
      rest.columns[j].push_back(sample.columns[j][i]);
  }
  return rest;
}

// --- what cannot be fitted ---

bool is_constant(const std::vector<double>& column) {
  const auto [least, most] = std::minmax_element(column.begin(), column.end());
  return column.empty() || *least == *most;
}

bool has_two_classes(const Sample& sample) {
  const std::size_t positives = sample.n_positive();
  return positives > 0 && positives < sample.positive.size();
}

bool can_be_fitted(const Sample& sample) {
  return has_two_classes(sample) &&
         std::none_of(sample.columns.begin(), sample.columns.end(), is_constant);
}

// Whether the score, "bleu" or "rouge.rouge1", is of a metric that can compare with a reference.
bool compares_texts(const std::string& score) {
  const std::string metric = score.substr(0, score.find('.'));
  for (const MetricInfo& info : list_metrics()) {
    if (info.name == metric)
      return std::find(info.needs.begin(), info.needs.end(), Need::kReference) != info.needs.end();
  }
  return false;
}

Result<void> check_against(const ScoreTable& table, const CombineOptions& options) {
  for (const ScoreColumn& column : table.scores) {
    if (!compares_texts(column.name)) continue;
    if (options.against) return {};
    return fail(ErrorCode::kInvalidOption,
                fmt::format("`{}` compares with the reference or the knowledge, and the scores do "
                            "not say with which",
                            column.name),
                "--against says what they were made with");
  }
  if (!options.against) return {};
  return fail(ErrorCode::kInvalidOption,
              "--against says nothing here: none of the scores compares with another text",
              "leave it out");
}

Result<void> check_columns(const ScoreTable& table) {
  if (table.scores.size() >= 2) return {};
  return fail(ErrorCode::kInvalidOption,
              fmt::format("a combination is of two scores or more, not of {}", table.scores.size()),
              "--score NAME,NAME names them");
}

Result<void> check_sample(const ScoreTable& table, const Sample& sample, const Groups& groups,
                          const CombineOptions& options) {
  if (options.folds < 2) return fail(ErrorCode::kInvalidOption, "there must be two folds or more");
  if (!sample.items.empty() && !has_two_classes(sample))
    return fail(ErrorCode::kInvalidInput, "the labels are of one class only",
                "an ensemble is fitted on grounded and ungrounded items");
  const std::size_t rarer =
      std::min(sample.n_positive(), sample.positive.size() - sample.n_positive());
  if (groups.count < options.folds || rarer <= table.scores.size())
    return fail(
        ErrorCode::kInvalidInput,
        fmt::format("{} labelled items with all {} scores, {} of the rarer class, in {} "
                    "groups are too few for {} folds",
                    sample.items.size(), table.scores.size(), rarer, groups.count, options.folds),
        "the rarer class must have more items than there are scores; --folds N takes "
        "fewer; --label COLUMN names the column of the labels");
  for (std::size_t j = 0; j < sample.columns.size(); ++j) {
    if (is_constant(sample.columns[j]))
      return fail(ErrorCode::kInvalidInput,
                  fmt::format("the score `{}` is {} for all items, which tells nothing",
                              table.scores[j].name, sample.columns[j].front()),
                  "leave it out");
  }
  return {};
}

// --- the fit ---

// One that can_be_fitted().
Ensemble fit(const Sample& sample) {
  Ensemble ensemble;
  std::vector<std::vector<double>> columns;
  for (const std::vector<double>& scores : sample.columns) {
    const Scale scale = Scale::of(scores);
    ensemble.terms.push_back({.score = {}, .mean = scale.mean, .scale = scale.spread});
    columns.emplace_back();
    for (const double score : scores) columns.back().push_back(scale.standard(score));
  }
  const std::vector<double> targets(sample.positive.begin(), sample.positive.end());
  const LogisticModel model = fit_logistic(columns, targets, kRidge);
  ensemble.intercept = model.intercept;
  for (std::size_t j = 0; j < columns.size(); ++j) ensemble.terms[j].weight = model.weights[j];
  return ensemble;
}

double logit_of(const Ensemble& ensemble, const Sample& sample, std::size_t item) {
  std::vector<double> scores;
  for (const auto& column : sample.columns) scores.push_back(column[item]);
  return ensemble.logit(scores);
}

// What ensembles of the other folds say of each item.
std::optional<std::vector<double>> held_out_logits(const Sample& sample, const Groups& groups,
                                                   const CombineOptions& options) {
  Random random(options.bootstrap.seed);
  const auto folds = assign_folds(groups, sample.positive, options.folds, random);
  std::vector<double> logits(folds.size());
  for (std::size_t fold = 0; fold < options.folds; ++fold) {
    const Sample rest = without_fold(sample, folds, fold);
    if (!can_be_fitted(rest)) return std::nullopt;
    const Ensemble ensemble = fit(rest);
    for (std::size_t i = 0; i < folds.size(); ++i) {
      if (folds[i] == fold) logits[i] = logit_of(ensemble, sample, i);
    }
  }
  return logits;
}

std::vector<double> mean_of_standardised(const Sample& sample) {
  std::vector<double> means(sample.items.size(), 0);
  for (const std::vector<double>& column : sample.columns) {
    const Scale scale = Scale::of(column);
    for (std::size_t i = 0; i < means.size(); ++i)
      means[i] += scale.standard(column[i]) / static_cast<double>(sample.columns.size());
  }
  return means;
}

// --- the report ---

// Every score, the mean of all, and the ensemble held out, under their names.
struct Judges {
  std::vector<std::string> names;
  std::vector<std::vector<double>> scores;
};

Judges judges_of(const ScoreTable& table, const Sample& sample, std::vector<double> held_out) {
  Judges judges;
  for (std::size_t j = 0; j < table.scores.size(); ++j) {
    judges.names.push_back(table.scores[j].name);
    judges.scores.push_back(sample.columns[j]);
  }
  judges.names.emplace_back(kMean);
  judges.scores.push_back(mean_of_standardised(sample));
  judges.names.emplace_back(kEnsemble);
  judges.scores.push_back(std::move(held_out));
  return judges;
}

// The index of the single score with the greatest area.
std::size_t best_of(const RoundValues& areas, std::size_t count) {
  std::size_t best = 0;
  for (std::size_t j = 1; j < count; ++j) {
    if (areas[j] > areas[best]) best = j;
  }
  return best;
}

void report(const Judges& judges, const Sample& sample, const Groups& groups,
            const CombineOptions& options, FittedEnsemble& fitted) {
  std::vector<RankedSample> ranked;
  for (const auto& scores : judges.scores) ranked.emplace_back(scores, sample.positive);
  const auto areas_of = [&](const std::vector<double>& weights) {
    RoundValues areas;
    for (const RankedSample& judge : ranked) areas.push_back(roc_auc(judge, weights));
    return areas;
  };
  const RoundValues areas = areas_of(std::vector<double>(sample.positive.size(), 1));
  const std::size_t best = best_of(areas, sample.columns.size());
  const std::size_t last = judges.names.size() - 1;
  // The difference stands behind the areas.
  const auto with_difference = [&](RoundValues values) {
    const bool is_defined = values[last] && values[best];
    values.push_back(is_defined ? std::optional(*values[last] - *values[best]) : std::nullopt);
    return values;
  };
  const auto rounds = run_bootstrap(
      groups, options.bootstrap,
      [&](const std::vector<double>& weights) { return with_difference(areas_of(weights)); });
  std::vector<std::string> names = judges.names;
  names.emplace_back("difference");
  fitted.roc_auc =
      with_intervals(names, with_difference(areas), rounds, options.bootstrap.confidence);
  fitted.difference = fitted.roc_auc.back().second;
  fitted.roc_auc.pop_back();
  fitted.best = judges.names[best];
  const auto test = delong_test(judges.scores[last], judges.scores[best], sample.positive);
  if (test) fitted.delong_p = test->p;
}

void note_origin(const Sample& sample, const CombineOptions& options, FittedEnsemble& fitted) {
  Ensemble& ensemble = fitted.ensemble;
  ensemble.against = options.against;
  ensemble.n = sample.items.size();
  ensemble.n_grounded = sample.n_positive();
  ensemble.n_missing = sample.n_missing;
  ensemble.folds = options.folds;
  for (const auto& [name, area] : fitted.roc_auc) {
    if (name != kMean && area.value) ensemble.roc_auc.emplace_back(name, *area.value);
  }
}

}  // namespace

Result<FittedEnsemble> fit_ensemble(const ScoreTable& table, const Labels& labels,
                                    const CombineOptions& options) {
  if (auto good = check_columns(table); !good) return tl::unexpected(good.error());
  if (auto good = check_against(table, options); !good) return tl::unexpected(good.error());
  const auto all_groups = groups_of(table, options.group);
  if (!all_groups) return tl::unexpected(all_groups.error());
  const Sample sample = sample_of(table, labels);
  const Groups groups = all_groups->subset(sample.items);
  if (auto good = check_sample(table, sample, groups, options); !good)
    return tl::unexpected(good.error());
  auto held_out = held_out_logits(sample, groups, options);
  if (!held_out)
    return fail(ErrorCode::kInvalidInput,
                "without one of the folds the labels are of one class, or a score is the same for "
                "all items",
                "take more items, or fewer folds with --folds N");
  FittedEnsemble fitted;
  fitted.ensemble = fit(sample);
  for (std::size_t j = 0; j < table.scores.size(); ++j)
    fitted.ensemble.terms[j].score = table.scores[j].name;
  report(judges_of(table, sample, *std::move(held_out)), sample, groups, options, fitted);
  note_origin(sample, options, fitted);
  if (auto good = check_interrupt(options.bootstrap); !good) return tl::unexpected(good.error());
  return fitted;
}

}  // namespace assay::evaluate
