#pragma once
// Reports of a result file (schema `assay.result/1`): one HTML page that needs nothing else,
// Markdown for a pull request, CSV, JUnit XML. What they hold is described in docs/report.md.
//
//   report::ReportOptions options{.results = "scores.jsonl", .output = "report.html"};
//   if (auto written = report::write_report(options); !written) return written.error();
//
// Thread-safety: pure functions; one call writes one file.
// Cost: the result file is read once; the columns of the table, and for HTML the compressed page,
// are held in memory.
// Failure: kCorrupt for a file that is not of the schema, kInvalidInput for records that are not
// those that were scored, kInvalidOption for what does not fit the results, kIo for the output.
// Then the output is as it was before.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/record_reader.h"
#include "assay/result.h"

namespace assay::report {

enum class Format { kHtml, kMarkdown, kCsv, kJunit };

// By the ending of `output`: .html, .htm; .md, .markdown; .csv; .xml. Absent for any other.
std::optional<Format> format_of_name(const std::string& output);

// Which rows of a CSV file are written.
struct RowFilter {
  std::optional<Verdict> verdict = {};  // results that have a unit with it
  std::optional<Status> status = {};
};

struct ReportOptions {
  std::string results = {};   // a path, or "-" for standard input
  RecordSource records = {};  // the scored records; an empty input: texts are left out
  std::string compare = {};   // another result file, the baseline; empty: none
  Format format = Format::kHtml;
  std::string output = "-";  // a path, or "-" for standard output
  // The metric that is shown first, and the only one of Markdown, CSV and JUnit; empty: the first
  // one, and all of them.
  std::string metric = {};
  // A response is grounded if its score is greater. Unset: half of the most that a score can be,
  // which is 0.5 for most metrics.
  std::optional<double> threshold = {};
  // Members of `extra` (or `label`) that hold the label of a record and the system that wrote it.
  // Unset: `label` and `system`, where there are any.
  std::optional<std::string> label = {};
  std::optional<std::string> system = {};
  std::vector<std::string> positive = {};  // labels that mean grounded; empty: the usual words
  std::vector<std::string> ignored = {};   // labels that do not count
  RowFilter filter = {};
  std::string command = {};  // the command line that made the report, to be shown in it
};

struct ReportFacts {
  std::uint64_t records = 0;
  std::uint64_t rows = 0;                  // written, where a filter may leave some out
  std::vector<std::string> warnings = {};  // sentences for the terminal
};

Result<ReportFacts> write_report(const ReportOptions& options);

}  // namespace assay::report
