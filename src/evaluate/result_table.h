#pragma once
// A result file as a table of scores.

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "assay/result_reader.h"
#include "assay/score_table.h"

namespace assay::evaluate {

// Whether a line of JSON is of a result file.
bool is_result_line(std::string_view json);

// Takes the lines of one file. The k-th results of all metrics are of one item, whose id they
// share.
class ResultTable {
 public:
  // Without scores: every metric's own. With `all_scores` false, what is not there is left out.
  ResultTable(std::string file, const std::vector<std::string>& scores,
              const std::vector<WantedText>& texts, bool all_scores);

  Result<void> add(std::string_view line, std::uint64_t number);

  // Fails when a score that was asked for is not there, a required text is in no result, or metrics
  // have different numbers of results.
  Result<ScoreTable> finish();

 private:
  struct Wanted {
    std::string metric;
    std::string score;  // empty: the metric's own
  };

  Result<void> add_result(const ResultLine& line, std::uint64_t number);
  void start_item(const ResultLine& line, std::uint64_t number);
  void read_texts(const ResultLine& line);
  Result<void> add_scores(const RecordResult& result, std::size_t item, std::uint64_t line);
  tl::unexpected<Error> fail_at(std::uint64_t line, Error error) const;
  Result<void> check_texts() const;
  Result<void> check_counts() const;
  Result<void> check_scores() const;
  bool is_there(std::size_t wanted) const;
  void drop_missing_scores();

  ScoreTable table_;
  std::vector<WantedText> wanted_texts_;
  std::vector<bool> has_text_;
  bool every_metric_;  // no score was asked for by name
  bool all_scores_;
  std::vector<Wanted> wanted_;
  std::vector<std::string> metrics_;  // in order of appearance
  std::unordered_map<std::string, std::size_t> counts_;
  std::vector<std::string> text_names_;  // of the first result, for messages
  bool has_summary_ = false;
};

}  // namespace assay::evaluate
