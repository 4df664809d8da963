#pragma once
// Running metrics on records in memory, for experiments about the metrics.

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/estimate.h"
#include "assay/metric.h"
#include "assay/perturb.h"
#include "assay/record_reader.h"
#include "assay/score_table.h"

namespace assay::evaluate {

// All records of a file. A record that cannot be read is an error here: an experiment compares the
// same records. kInterrupted once source.interrupt is set.
Result<std::vector<Record>> read_records(const RecordSource& source);

struct RunOptions {
  std::size_t window = 32;  // records scored together
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(std::size_t done, std::size_t all)> progress = {};
};

// One result a record, in order.
Result<std::vector<RecordResult>> run_metric(std::span<const Record> records, Metric& metric,
                                             const RunOptions& options);

// The record's label as read_labels takes it; absent where it has none.
std::optional<std::string> label_text(const Record& record);

// The scores of results as a column.
ScoreColumn column_of(const std::string& name, std::span<const RecordResult> results);

// What a metric says of records that are wrong on purpose, beside what it says of them as they are.
struct RobustnessRow {
  std::string metric;
  std::string variant;  // "original", or the name of a Perturbation
  std::size_t n = 0;
  std::size_t n_measured = 0;
  Estimate mean = {};        // over the measured
  Estimate difference = {};  // mean of variant minus original, over records that both measured
  std::size_t n_paired = 0;
  // Probability that an original scores more than a perturbed one, ties counting half.
  Estimate separation = {};
  double threshold = 0;
  std::size_t n_above = 0;  // measured, and above the threshold
  // Of metrics that ask questions: those that were counted, and of them those that the knowledge
  // does not answer.
  std::optional<std::int64_t> questions = {};
  std::optional<std::int64_t> unanswered = {};
};

// Without a threshold, the usual one of the metric (ScoreColumn::usual_threshold).
RobustnessRow robustness_row(const std::string& variant, std::span<const RecordResult> originals,
                             std::span<const RecordResult> results,
                             std::span<const std::size_t> original_of,
                             std::optional<double> threshold, const BootstrapOptions& options);

}  // namespace assay::evaluate
