#pragma once
// Several scores as one: an ensemble that is fitted on labels, kept in a file, and applied to other
// scores or computed as the metric `ensemble`.
//
//   auto fitted = evaluate::fit_ensemble(*table, labels, {.group = "context"});
//   write(to_json(fitted->ensemble));                       // assay/ensemble.h
//   print(evaluate::combined_lines(*other, fitted->ensemble));
//
// The fit is a logistic regression of the standardised scores with the penalty of scikit-learn's
// default (C = 1). What is reported of it is measured by cross-validation: every item is judged by
// one that was fitted on the other folds. The ensemble that is kept is fitted on all items.
//
// Thread-safety: pure functions. Cost: folds times n times the square of the number of scores.
// Failure: kInvalidInput when there is nothing to learn from: one class, a score that is the same
// for all items, few items; kInvalidOption for options that do not fit the scores.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "assay/ensemble.h"
#include "assay/error.h"
#include "assay/estimate.h"
#include "assay/labels.h"
#include "assay/score_table.h"

namespace assay::evaluate {

struct CombineOptions {
  std::size_t folds = 10;
  std::string group = {};  // column; its groups are left out whole
  // What the scores that compare with another text were computed against: must be said if there is
  // one, for the results do not say it.
  std::optional<Against> against = {};
  BootstrapOptions bootstrap = {};
};

struct FittedEnsemble {
  Ensemble ensemble;
  // Areas under the ROC curve, by name: of every score, of "mean" (the plain mean of the
  // standardised scores, which no label decides), and of "ensemble" by cross-validation.
  NamedEstimates roc_auc;
  std::string best;                // the single score with the greatest area
  Estimate difference;             // area of "ensemble" less that of `best`
  std::optional<double> delong_p;  // of no difference; absent where it is not defined
};

// Of all columns of the table, in their order.
Result<FittedEnsemble> fit_ensemble(const ScoreTable& table, const Labels& labels,
                                    const CombineOptions& options);

// One JSON object, as `assay calibrate combine --json` prints it.
std::string to_json(const FittedEnsemble& fitted, const CombineOptions& options);

// Names the scores of the ensemble's terms, unless others are named to stand for them, in the same
// order; kInvalidOption when these are more or fewer.
Result<void> choose_scores(std::vector<std::string>& scores, const Ensemble& ensemble);

// What it says of each item; no score where a term's score is missing, for the same reason. The
// table's columns are those of the terms.
std::vector<Score> combined_scores(const ScoreTable& table, const Ensemble& ensemble);

// More likely grounded than not.
inline bool is_grounded(double probability) {
  return probability > 0.5;
}

// The same as one JSON line an item, with id, metric, score, probability, grounded, and no_score
// where there is no score (docs/formats/calibrator.md).
std::string combined_lines(const ScoreTable& table, const Ensemble& ensemble);

}  // namespace assay::evaluate
