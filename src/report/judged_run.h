#pragma once
// What the formats of a report are written from.

#include <optional>
#include <string>
#include <vector>

#include "report/comparison.h"
#include "report/label_meaning.h"
#include "report/report.h"
#include "report/run_facts.h"
#include "report/run_table.h"

namespace assay::report {

// What is known of a metric besides its results.
struct MetricRange {
  double least = 0;
  double most = 1;
  std::string summary = {};  // one line; empty for a metric that this build does not know
  double threshold = 0.5;
};

// `table` gives the range of a metric that this build does not know.
MetricRange range_of(const RunTable& table, std::size_t metric, std::optional<double> threshold);

struct JudgedRun {
  RunTable run;
  std::vector<MetricRange> ranges;  // one a metric
  std::vector<std::size_t> shown;   // the metrics that are asked for, in order
  LabelMeanings meanings;           // of run.labels
  std::optional<RunFacts> facts;
  std::optional<RunTable> baseline;                 // of --compare
  std::vector<std::optional<std::size_t>> matches;  // in the baseline, one an item
};

// Counts at a threshold, over the records that have a score and a label that counts. A response is
// called grounded if its score is greater.
struct Confusion {
  std::uint64_t true_grounded = 0;   // labelled so, and called so
  std::uint64_t false_grounded = 0;  // called so alone
  std::uint64_t true_ungrounded = 0;
  std::uint64_t false_ungrounded = 0;
  std::uint64_t total() const {
    return true_grounded + false_grounded + true_ungrounded + false_ungrounded;
  }
};

Confusion confusion_of(const JudgedRun& judged, std::size_t metric);

}  // namespace assay::report
