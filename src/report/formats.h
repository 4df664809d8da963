#pragma once
// The formats of a report that are text alone. Each takes a run with at least one metric.
//
// Thread-safety: pure functions. The same run gives the same bytes.

#include <string>

#include "report/judged_run.h"

namespace assay::report {

// For a pull request: means, coverage, verdicts, what changed, the records to look at.
std::string markdown_report(const JudgedRun& judged, const ReportOptions& options);

struct CsvReport {
  std::string text;
  std::uint64_t rows = 0;
};

// One row a record and metric, those that pass the filter.
CsvReport csv_report(const JudgedRun& judged, const ReportOptions& options);

// One test case a record and metric: a score that is not above the threshold is a failure, a result
// that failed an error, a record that could not be measured skipped.
std::string junit_report(const JudgedRun& judged, const ReportOptions& options);

}  // namespace assay::report
