#pragma once
// What the page holds: three kinds of JSON, described for the front end in web/report/README.md.
//
//   meta     about the run: names, ranges, summaries, labels, timing
//   columns  what the table needs of every record
//   details  units, texts and sentences of a block of records, read when one of them is opened

#include <string>
#include <vector>

#include "report/judged_run.h"

namespace assay::report {

inline constexpr std::size_t kBlock = 128;  // records in a block of details

// Of one result: units, discarded candidates, counts, and the sentences of explanation.h.
std::string result_detail(const RecordResult& result);

// Takes the groups of a run as they are read; what is kept is compressed.
class DetailBlocks {
 public:
  // `baseline` may be null; its details stand beside those of the same record.
  void add(const ResultGroup& group, const std::vector<std::string>* baseline);
  std::vector<std::string> take();  // each gzip in base64

 private:
  void pack();

  std::string block_;
  std::size_t in_block_ = 0;
  std::vector<std::string> packed_;
};

// What the columns need of a group besides its Item: texts and spans.
class ColumnTexts {
 public:
  void add(const ResultGroup& group);

  bool has_records() const { return has_records_; }
  const std::string& responses() const { return responses_; }       // the inside of a JSON list
  const std::vector<std::string>& marks() const { return marks_; }  // one a metric, likewise

 private:
  bool has_records_ = false;
  std::string responses_;
  std::vector<std::string> marks_;
  bool is_first_ = true;
};

std::string columns_json(const JudgedRun& judged, const ColumnTexts& texts);

std::string meta_json(const JudgedRun& judged, const ReportOptions& options, bool has_records);

}  // namespace assay::report
