#include "engine/score_window.h"

#include <fmt/format.h>

#include <utility>

#include "engine/errors.h"
#include "engine/result_check.h"

namespace assay::engine {
namespace {

Result<std::vector<RecordResult>> score(Metric& metric, std::span<const Record> records) {
  if (records.empty()) return std::vector<RecordResult>();
  auto results = metric.score(records);
  if (results && results->size() != records.size()) {
    return tl::unexpected(make_error(ErrorCode::kInternal,
                                     fmt::format("the metric `{}` gave {} results for {} records",
                                                 metric.name(), results->size(), records.size())));
  }
  return results;
}

void note_failure(const RecordResult& result, std::vector<FailedResult>& failures) {
  if (result.status != Status::kFailed || failures.size() >= kMaxFailuresTold) return;
  failures.push_back(
      {result.id, result.metric,
       result.error.value_or(make_error(ErrorCode::kInternal, "no reason is given"))});
}

RecordResult result_of_bad_record(const Error& error) {
  RecordResult result;
  result.status = Status::kFailed;
  result.error = error;
  return result;
}

}  // namespace

Result<ScoredWindow> score_window(Window window, std::span<Metric* const> metrics,
                                  std::string_view fingerprint, std::vector<RunningSums>& sums) {
  std::vector<Record> good;
  for (RecordItem& item : window.items) {
    if (!item.error) good.push_back(std::move(item.record));
  }
  std::vector<std::vector<RecordResult>> results;
  for (Metric* metric : metrics) {
    auto scored = score(*metric, good);
    if (!scored) return tl::unexpected(scored.error());
    results.push_back(std::move(*scored));
  }
  ScoredWindow scored;
  scored.records = window.read.records;
  scored.input_chain = std::move(window.input_chain);
  std::size_t next_good = 0;
  for (const RecordItem& item : window.items) {
    const Record& record = item.error ? item.record : good[next_good];
    for (std::size_t m = 0; m < metrics.size(); ++m) {
      RecordResult result =
          item.error ? result_of_bad_record(*item.error) : std::move(results[m][next_good]);
      result.id = record.id;
      result.metric = metrics[m]->name();
      replace_if_unwritable(result);
      sums[m].add(result);
      if (!item.error) note_failure(result, scored.first_failures);
      scored.lines += to_json_line(result, fingerprint, {record.label_json, record.extra_json});
      scored.lines += '\n';
    }
    if (!item.error) ++next_good;
  }
  scored.notes.sums = sums;
  return scored;
}

}  // namespace assay::engine
