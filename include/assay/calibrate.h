#pragma once
// A threshold or a calibrator that is fitted on labels, kept in a file, and applied to other
// scores.
//
//   auto fitted = evaluate::fit_calibrator(*table, column, labels, {.method = kPlatt});
//   write(evaluate::to_json(*fitted));  // docs/formats/calibrator.md
//   auto read = evaluate::read_calibrator("q2.calibrator.json");
//   double probability = *read->calibrator.probability(0.7);
//   bool grounded = read->calibrator.is_grounded(0.7);
//
// What is reported of a calibrator is measured by cross-validation: every item is judged by one
// that was fitted on the other folds. The calibrator that is kept is fitted on all items.
//
// Thread-safety: pure functions. Cost: folds times n log n.
// Failure: kInvalidInput when the items have one class only, fewer groups than folds, or no score;
// parse_calibrator: kCorrupt with what is wrong.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/classify.h"
#include "assay/error.h"
#include "assay/estimate.h"
#include "assay/labels.h"
#include "assay/score_table.h"

namespace assay::evaluate {

enum class CalibrationMethod {
  kThreshold,  // a cut through the scores
  kPlatt,      // 1 / (1 + exp(-(slope * score + intercept))), with Platt's softened labels
  kIsotonic,   // the rising function of the score that is closest to the labels
};

const char* to_string(CalibrationMethod method);

struct Calibrator {
  CalibrationMethod method = CalibrationMethod::kThreshold;
  double threshold = 0.5;  // of kThreshold; the others call grounded what is likelier than not
  double slope = 0;        // of kPlatt
  double intercept = 0;
  // Of kIsotonic: points between which it is linear, outside which it is constant.
  std::vector<double> scores = {};
  std::vector<double> probabilities = {};

  // Absent with kThreshold.
  std::optional<double> probability(double score) const;
  bool is_grounded(double score) const;
};

struct CalibrateOptions {
  CalibrationMethod method = CalibrationMethod::kPlatt;
  Criterion criterion = Criterion::kBalancedAccuracy;  // of kThreshold
  std::size_t folds = 10;
  std::size_t bins = 10;
  std::string group = {};  // column; its groups are left out whole
  BootstrapOptions bootstrap = {};
};

// A calibrator with where it comes from: what a file holds.
struct FittedCalibrator {
  Calibrator calibrator;
  std::string metric;  // the name of the scores
  std::size_t n = 0;   // items with label and score
  std::size_t n_grounded = 0;
  std::size_t n_missing = 0;  // labelled items without a score, left out
  std::size_t folds = 0;
  // By cross-validation, as MetricReport::measures; roc_auc and the following are of the
  // probabilities, and missing with kThreshold.
  NamedEstimates held_out;
  NamedEstimates uncalibrated;  // ece and brier of the scores as they were, where from 0 to 1
};

Result<FittedCalibrator> fit_calibrator(const ScoreTable& table, const ScoreColumn& column,
                                        const Labels& labels, const CalibrateOptions& options);

// Of the table's one column; kInvalidOption when it has several.
Result<FittedCalibrator> fit_calibrator(const ScoreTable& table, const Labels& labels,
                                        const CalibrateOptions& options);

// One JSON object, with a line break at the end.
std::string to_json(const FittedCalibrator& fitted);
// Everything but the estimates' intervals comes back.
Result<FittedCalibrator> parse_calibrator(std::string_view json);
// Of a file; kNotFound and kIo too.
Result<FittedCalibrator> read_calibrator(const std::string& path);

// Cuts the metric of the file's calibrator at its threshold, unless it is cut elsewhere already;
// kInvalidOption when it holds no threshold.
Result<void> read_threshold(const std::string& path, ClassifyOptions& options);

// Names the metric of the calibrator, unless another score is named; kInvalidOption when several
// are.
Result<void> choose_score(std::vector<std::string>& scores, const FittedCalibrator& fitted);

// What the calibrator says of the table's first column: one JSON line an item, with id, metric,
// score, probability, grounded, and no_score where there is no score (docs/formats/calibrator.md).
std::string calibrated_lines(const ScoreTable& table, const FittedCalibrator& fitted);

}  // namespace assay::evaluate
