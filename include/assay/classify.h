#pragma once
// How well scores tell grounded responses from ungrounded ones, and which of several metrics does
// it best.
//
//   auto table = evaluate::read_scores({.inputs = {"scores.jsonl"}, .texts = {{"label"}}});
//   auto labels = evaluate::read_labels(*table, "label", {});
//   auto report = evaluate::classify(*table, *labels, {.threshold = 0.5});
//
// A response is called grounded if its score is greater than the threshold. Items without a label
// are left out and counted. Where items have no score, every number is given twice: over the items
// that have one, and with a stated number in the place of the missing ones.
//
// Thread-safety: pure functions. Cost: bootstrap rounds times items; one thread a round.
// Failure: kInvalidInput when no item has a label; kInvalidOption for options that make no sense.
// One class, constant scores and the like are no failures: what is not defined is absent.

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/error.h"
#include "assay/estimate.h"
#include "assay/labels.h"
#include "assay/score_table.h"

namespace assay::evaluate {

// What the best threshold makes greatest.
enum class Criterion { kBalancedAccuracy, kAccuracy, kMacroF1, kKappa, kGMean };

const char* to_string(Criterion criterion);

// Cuts scores of other programs where nobody says where.
inline constexpr double kUnknownThreshold = 0.5;

struct ClassifyOptions {
  std::optional<double> threshold = {};  // absent: ScoreColumn::usual_threshold, else the above
  std::vector<std::pair<std::string, double>> thresholds = {};  // of single metrics, by name
  Fill fill = {};
  std::size_t bins = 10;   // of the reliability diagram
  std::size_t folds = 10;  // for the best threshold; 0: none is looked for
  Criterion criterion = Criterion::kBalancedAccuracy;
  std::string dataset = {};  // column of the table; adds reports of each data set
  std::string group = {};    // column of the table; its groups are drawn and left out whole
  bool curves = false;
  BootstrapOptions bootstrap = {};
};

// What calling grounded whatever lies above a threshold comes to. All lists are as long as
// `thresholds`, which are the distinct scores in ascending order; before them comes the case that
// everything is called grounded, which needs no numbers.
struct Curve {
  std::vector<double> thresholds;
  std::vector<std::size_t> true_positive;  // grounded, and called so
  std::vector<std::size_t> false_positive;
  std::vector<std::size_t> true_negative;
  std::vector<std::size_t> false_negative;
};

struct Reliability {
  double low = 0;  // scores above it (in the first bin: from it)
  double high = 0;
  std::size_t n = 0;
  std::optional<double> mean_score = {};
  std::optional<double> grounded = {};  // share of items with that label
};

// A threshold chosen on some of the items and tried on the others.
struct ChosenThreshold {
  double threshold = 0;  // chosen on all items: the one to use, not the one that is reported on
  std::vector<double> fold_thresholds;
  NamedEstimates held_out;  // over all items, each judged by the threshold of the other folds
};

struct MetricReport {
  std::string metric;
  std::optional<std::string> dataset = {};  // absent: all of them together
  std::string missing;                      // "none": every item has a score; "dropped"; "filled"
  std::optional<double> fill = {};          // what stands in, with "filled"
  std::size_t n = 0;
  std::size_t n_grounded = 0;
  std::size_t n_missing = 0;  // items without a score, dropped or filled
  double threshold = 0;
  std::size_t true_positive = 0;
  std::size_t false_positive = 0;
  std::size_t true_negative = 0;
  std::size_t false_negative = 0;
  // accuracy, balanced_accuracy, macro_f1, kappa, g_mean; precision, recall and f1 of grounded and
  // ungrounded; roc_auc, average_precision_grounded, average_precision_ungrounded; ece, brier (of
  // scores from 0 to 1).
  NamedEstimates measures;
  std::optional<ChosenThreshold> chosen = {};
  std::vector<Reliability> reliability;  // empty when scores lie outside 0 to 1
  std::optional<Curve> curve = {};
};

struct Difference {
  std::string measure;
  std::optional<double> value = {};  // of the first metric minus that of the second
  std::optional<Interval> interval = {};
  std::optional<double> p = {};  // paired bootstrap, two-sided
};

// Two metrics over the items that both have scores for.
struct Comparison {
  std::string first;
  std::string second;
  std::size_t n = 0;
  std::vector<Difference> differences;  // accuracy, balanced_accuracy, macro_f1, roc_auc
  std::size_t only_first_right = 0;     // at their thresholds
  std::size_t only_second_right = 0;
  double mcnemar_p = 1;
  std::optional<double> delong_p = {};  // of the areas under the ROC curves
  // Holm's correction over all comparisons.
  double mcnemar_p_corrected = 1;
  std::optional<double> delong_p_corrected = {};
};

struct ClassifyReport {
  std::size_t n_items = 0;
  std::size_t n_unlabelled = 0;
  // In the order of the table; those of a metric's data sets, in order of appearance, behind that
  // of all items.
  std::vector<MetricReport> metrics;
  std::vector<Comparison> comparisons;  // over all data sets together
  std::vector<std::string> warnings;    // sentences for the terminal
};

Result<ClassifyReport> classify(const ScoreTable& table, const Labels& labels,
                                const ClassifyOptions& options);

// What `assay evaluate classify --json` prints: docs/formats/command_json.md.
std::string to_json(const ClassifyReport& report, const ClassifyOptions& options);

}  // namespace assay::evaluate
