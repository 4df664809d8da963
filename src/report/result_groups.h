#pragma once
// The result lines of a file record by record, beside the records that were scored.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/record_reader.h"
#include "assay/result_reader.h"

namespace assay::report {

struct ResultGroup {
  std::vector<ResultLine> lines;  // one a metric, in the order of the first record's
  std::optional<Record> record;   // absent without records, and for one that cannot be read
};

// Reads forward only.
class GroupReader {
 public:
  // `records` without an input: results alone.
  static Result<GroupReader> open(const std::string& results, const RecordSource& records);

  // nullopt at the end. kCorrupt where a record lacks a metric or has another one; kInvalidInput
  // where the records are not those that were scored.
  Result<std::optional<ResultGroup>> next();

  const std::vector<std::string>& metrics() const { return metrics_; }
  // Of the last line; absent until the end and in a file that is not finished.
  const std::optional<RunSummary>& summary() const { return summary_; }

 private:
  GroupReader(ResultReader results, std::string name)
      : results_(std::move(results)), name_(std::move(name)) {}
  Result<void> read_line();  // into pending_, which stays empty at the end
  Result<std::vector<ResultLine>> read_first();
  Result<void> read_rest(std::vector<ResultLine>& lines);
  Result<void> add_record(ResultGroup& group);
  Error error_here(std::string message, std::string hint) const;

  ResultReader results_;
  std::string name_;
  std::unique_ptr<RecordReader> records_;
  std::string records_name_;
  std::optional<ResultLine> pending_;
  std::optional<RunSummary> summary_;
  std::vector<std::string> metrics_;
  std::uint64_t line_ = 0;
  std::uint64_t groups_ = 0;
};

}  // namespace assay::report
