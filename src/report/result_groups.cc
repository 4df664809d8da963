#include "report/result_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/errors.h"

namespace assay::report {
namespace {

constexpr char kDamagedHint[] =
    "a result file has, for each record, one line a metric in the same order: score the records "
    "again, or report on the file as `assay score` wrote it";

}  // namespace

Result<GroupReader> GroupReader::open(const std::string& results, const RecordSource& records) {
  auto reader = ResultReader::open(results);
  if (!reader) return tl::unexpected(reader.error());
  GroupReader groups(*std::move(reader), results == "-" ? "standard input" : results);
  if (!records.input.empty()) {
    auto opened = open_records(records);
    if (!opened) return tl::unexpected(opened.error());
    groups.records_ = *std::move(opened);
    groups.records_name_ = records.input == "-" ? "standard input" : records.input;
  }
  if (auto read = groups.read_line(); !read) return tl::unexpected(read.error());
  return groups;
}

Error GroupReader::error_here(std::string message, std::string hint) const {
  Error error = engine::make_error(ErrorCode::kCorrupt, std::move(message), std::move(hint));
  error.file = name_;
  error.line = line_;
  return error;
}

Result<void> GroupReader::read_line() {
  pending_.reset();
  auto item = results_.next();
  if (!item) return tl::unexpected(item.error());
  if (!item->has_value()) return {};
  ++line_;
  if (summary_)
    return tl::unexpected(error_here("a line stands behind the summary",
                                     "files of several runs are not joined: report on each, or "
                                     "compare two with --compare"));
  if (auto* line = std::get_if<ResultLine>(&**item)) {
    pending_ = std::move(*line);
    return {};
  }
  summary_ = std::get<RunSummary>(std::move(**item));
  return read_line();  // there must be no other
}

// The metrics are those of the first record: its lines end where a metric stands a second time.
Result<std::vector<ResultLine>> GroupReader::read_first() {
  std::vector<ResultLine> lines;
  const std::string id = pending_->result.id;
  while (pending_ && pending_->result.id == id &&
         std::find(metrics_.begin(), metrics_.end(), pending_->result.metric) == metrics_.end()) {
    metrics_.push_back(pending_->result.metric);
    lines.push_back(*std::move(pending_));
    if (auto read = read_line(); !read) return tl::unexpected(read.error());
  }
  return lines;
}

Result<void> GroupReader::read_rest(std::vector<ResultLine>& lines) {
  for (const std::string& metric : metrics_) {
    if (!pending_ || pending_->result.metric != metric ||
        (!lines.empty() && pending_->result.id != lines.front().result.id))
      return tl::unexpected(
          error_here(fmt::format("the result of the metric `{}` is missing for record {}", metric,
                                 groups_ + 1),
                     kDamagedHint));
    lines.push_back(*std::move(pending_));
    if (auto read = read_line(); !read) return read;
  }
  return {};
}

Result<void> GroupReader::add_record(ResultGroup& group) {
  if (!records_) return {};
  auto item = records_->next();
  if (!item) return tl::unexpected(item.error());
  const std::string& id = group.lines.front().result.id;
  constexpr char kHint[] = "give the file that was scored, with the same --field";
  if (!item->has_value() || (*item)->record.id != id) {
    Error error = engine::invalid_input(
        item->has_value() ? fmt::format("record {} is `{}`, but `{}` was scored", groups_ + 1,
                                        (*item)->record.id, id)
                          : fmt::format("it ends before record {}, `{}`", groups_ + 1, id),
        kHint);
    error.file = records_name_;
    if (item->has_value()) error.line = (*item)->record.line;
    return tl::unexpected(std::move(error));
  }
  if (!(*item)->error) group.record = std::move((*item)->record);
  return {};
}

Result<std::optional<ResultGroup>> GroupReader::next() {
  if (!pending_) return std::optional<ResultGroup>();
  ResultGroup group;
  if (groups_ == 0) {
    auto lines = read_first();
    if (!lines) return tl::unexpected(lines.error());
    group.lines = *std::move(lines);
  } else if (auto read = read_rest(group.lines); !read) {
    return tl::unexpected(read.error());
  }
  if (auto added = add_record(group); !added) return tl::unexpected(added.error());
  ++groups_;
  return std::optional<ResultGroup>(std::move(group));
}

}  // namespace assay::report
