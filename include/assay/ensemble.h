#pragma once
// A combination of scores: a logistic regression that `assay calibrate combine` has fitted to
// labels, kept in a file (docs/formats/ensemble.md), and what the metric `ensemble` computes.
//
//   auto ensemble = read_ensemble("models/ensemble/ensemble.json");
//   const std::vector<double> scores = {0.75, 0.9, 0.4, 12};  // in the order of ensemble->terms
//   const double probability = probability_of(ensemble->logit(scores));
//
// Thread-safety: pure functions. Cost: a few additions.
// Failure: parse_ensemble: kCorrupt with what is wrong; read_ensemble also kNotFound and kIo.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/error.h"
#include "assay/reference_options.h"

namespace assay {

// One score and what it adds to the logit: weight * (score - mean) / scale.
struct EnsembleTerm {
  std::string score;  // "q2", or "nli.entailment" for one of a metric's scores{}
  double mean = 0;    // over the items that it was fitted on
  double scale = 1;   // their standard deviation
  double weight = 0;

  double contribution(double value) const { return weight * (value - mean) / scale; }
};

struct Ensemble {
  std::vector<EnsembleTerm> terms;
  double intercept = 0;
  // What terms that compare with another text were computed against; absent where none does.
  std::optional<Against> against = {};

  // What it was fitted on.
  std::size_t n = 0;  // items with a label and every score
  std::size_t n_grounded = 0;
  std::size_t n_missing = 0;  // labelled items that lack a score, left out
  std::size_t folds = 0;      // of the cross-validation
  // Areas under the ROC curve on these items: of every term's score, and of "ensemble", every item
  // judged by one that was fitted without it.
  std::vector<std::pair<std::string, double>> roc_auc = {};

  // `scores` in the order of `terms`.
  double logit(std::span<const double> scores) const;
};

// 1 / (1 + exp(-logit)).
double probability_of(double logit);

// One JSON object, with a line break at the end.
std::string to_json(const Ensemble& ensemble);
// Whether the text calls itself one; what else may be wrong with it parse_ensemble() tells.
bool is_ensemble(std::string_view json);
Result<Ensemble> parse_ensemble(std::string_view json);
Result<Ensemble> read_ensemble(const std::string& path);

}  // namespace assay
