#pragma once
// --fail-under, --min-measured and --min-grounded: conditions that turn a finished run into exit
// code 1.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/engine.h"
#include "assay/error.h"
#include "assay/metric.h"

namespace assay::cli {

// The mean of `metric`, or of the entry `score` of its scores{}, or its score of all records as one
// text, must be at least `least`.
struct FailUnder {
  std::string metric;
  std::string score;       // empty: the metric's own score
  bool of_corpus = false;  // then `score` is empty
  double least = 0;
};

// "0.6", "overlap=0.6", "q2.q2-f1=0.6" or "bleu.corpus=30"; without a name the first of `metrics`
// is meant. The names must be of one of `metrics` and of one of its scores, or `corpus` where it
// has a score of the corpus; the number must be in the range of that score.
Result<FailUnder> parse_fail_under(std::string_view text, std::span<const MetricInfo> metrics);

// Least number of records: absolute or as a share of all.
struct LeastRecords {
  std::uint64_t records = 0;
  double share = 0;
};

// The value of an option such as --min-measured: "100" records, "0.9" or "90%" of them.
Result<LeastRecords> parse_least_records(std::string_view option, std::string_view text);

std::uint64_t records_needed(const LeastRecords& least, std::uint64_t total);

// One sentence for each condition that the run misses; empty when it passes. Every metric must have
// measured `least`. A mean or corpus of nothing
// misses every FailUnder.
std::vector<std::string> missed_gates(const RunSummary& summary, std::span<const FailUnder> gates,
                                      const LeastRecords& least);

}  // namespace assay::cli
