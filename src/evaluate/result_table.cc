#include "evaluate/result_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <variant>

#include "engine/errors.h"
#include "engine/json_slices.h"
#include "evaluate/json_rows.h"
#include "evaluate/score_cell.h"
#include "evaluate/usual_threshold.h"

namespace assay::evaluate {
namespace {

NoScore reason_of(Status status) {
  switch (status) {
    case Status::kNoClaims:
      return NoScore::kNoClaims;
    case Status::kNoEvidence:
      return NoScore::kNoEvidence;
    case Status::kFailed:
      return NoScore::kFailed;
    case Status::kMeasured:
      break;
  }
  return NoScore::kAbsent;
}

Score score_of(const RecordResult& result, const std::string& name) {
  if (result.status != Status::kMeasured) return Score(tl::unexpect, reason_of(result.status));
  if (name.empty()) {
    if (result.score) return *result.score;
    return Score(tl::unexpect, NoScore::kAbsent);
  }
  for (const auto& [score, value] : result.scores) {
    if (score == name) return value;
  }
  return Score(tl::unexpect, NoScore::kAbsent);
}

}  // namespace

bool is_result_line(std::string_view json) {
  for (const engine::JsonMember& member : engine::slice_object(json)) {
    if (member.key == "\"schema\"") return member.value == "\"assay.result/1\"";
  }
  return false;
}

ResultTable::ResultTable(std::string file, const std::vector<std::string>& scores,
                         const std::vector<WantedText>& texts, bool all_scores)
    : wanted_texts_(texts),
      has_text_(texts.size(), false),
      every_metric_(scores.empty()),
      all_scores_(all_scores) {
  table_.files.push_back(std::move(file));
  for (const std::string& name : scores) {
    const std::size_t dot = name.find('.');
    const bool whole = dot == std::string::npos;
    wanted_.push_back({name.substr(0, dot), whole ? "" : name.substr(dot + 1)});
    const auto threshold = usual_threshold(wanted_.back().metric, wanted_.back().score);
    table_.scores.push_back({name, {}, threshold});
  }
  for (const WantedText& text : texts) table_.texts.push_back({text.name, {}});
}

tl::unexpected<Error> ResultTable::fail_at(std::uint64_t line, Error error) const {
  error.file = table_.files.front();
  error.line = line;
  return tl::unexpected(std::move(error));
}

Result<void> ResultTable::add(std::string_view line, std::uint64_t number) {
  const auto parsed = parse_result_line(line);
  if (!parsed) return fail_at(number, parsed.error());
  if (std::holds_alternative<RunSummary>(*parsed)) {
    has_summary_ = true;
    return {};
  }
  has_summary_ = false;
  return add_result(std::get<ResultLine>(*parsed), number);
}

Result<void> ResultTable::add_result(const ResultLine& line, std::uint64_t number) {
  const std::string& metric = line.result.metric;
  const auto [count, is_new] = counts_.try_emplace(metric, 0);
  if (is_new) {
    metrics_.push_back(metric);
    if (every_metric_) {
      wanted_.push_back({metric, ""});
      table_.scores.push_back({metric, {}, usual_threshold(metric)});
    }
  }
  const std::size_t item = count->second++;
  if (item == table_.size()) {
    start_item(line, number);
  } else if (table_.ids[item] != line.result.id) {
    return fail_at(number,
                   engine::invalid_input(
                       fmt::format("the result of {} is of `{}`, where the other metrics have `{}`",
                                   metric, line.result.id, table_.ids[item]),
                       "all metrics of a file must have the same records in the same order"));
  }
  return add_scores(line.result, item, number);
}

void ResultTable::start_item(const ResultLine& line, std::uint64_t number) {
  table_.ids.push_back(line.result.id);
  table_.places.push_back({0, number});
  read_texts(line);
}

void ResultTable::read_texts(const ResultLine& line) {
  std::vector<std::pair<std::string, std::string_view>> members;
  if (!line.label_json.empty()) members.emplace_back("label", line.label_json);
  if (!line.extra_json.empty()) {
    for (const engine::JsonMember& member : engine::slice_object(line.extra_json)) {
      members.emplace_back(engine::decode_json_string(member.key).value_or(""), member.value);
    }
  }
  if (text_names_.empty()) {
    for (const auto& [name, value] : members) text_names_.push_back(name);
  }
  for (std::size_t i = 0; i < wanted_texts_.size(); ++i) {
    auto& values = table_.texts[i].values;
    values.emplace_back();
    for (const auto& [name, value] : members) {
      if (name != wanted_texts_[i].name) continue;
      has_text_[i] = true;
      values.back() = text_of_json(value);
    }
    if (wanted_texts_[i].name == "id" && !has_text_[i]) values.back() = line.result.id;
  }
}

Result<void> ResultTable::add_scores(const RecordResult& result, std::size_t item,
                                     std::uint64_t line) {
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    if (wanted_[i].metric != result.metric) continue;
    auto& values = table_.scores[i].values;
    // check_scores() tells of the items that a metric lacks.
    values.resize(item, Score(tl::unexpect, NoScore::kAbsent));
    values.push_back(score_of(result, wanted_[i].score));
    if (values.back() && !is_in_reach(*values.back())) {
      return fail_at(
          line, engine::invalid_input(fmt::format("{} is no score", *values.back()), kOutOfReach));
    }
  }
  return {};
}

Result<void> ResultTable::check_counts() const {
  for (const std::string& metric : metrics_) {
    if (counts_.at(metric) == table_.size()) continue;
    return engine::fail_in_file(ErrorCode::kInvalidInput, table_.files.front(),
                                fmt::format("has {} results of {}, but {} of other metrics",
                                            counts_.at(metric), metric, table_.size()),
                                "results of all metrics must be of the same records");
  }
  return {};
}

bool ResultTable::is_there(std::size_t wanted) const {
  if (!counts_.contains(wanted_[wanted].metric)) return false;
  const auto& values = table_.scores[wanted].values;
  return wanted_[wanted].score.empty() ||
         !std::all_of(values.begin(), values.end(), [](const Score& score) {
           return !score && score.error() == NoScore::kAbsent;
         });
}

Result<void> ResultTable::check_scores() const {
  for (std::size_t i = 0; i < wanted_.size() && table_.size() > 0; ++i) {
    if (is_there(i)) continue;
    const bool has_metric = counts_.contains(wanted_[i].metric);
    return engine::fail_in_file(
        ErrorCode::kInvalidInput, table_.files.front(),
        has_metric ? fmt::format("no result has the score `{}`", table_.scores[i].name)
                   : fmt::format("has no results of `{}`", wanted_[i].metric),
        has_metric ? "`assay metrics --json` lists the scores of every metric"
                   : fmt::format("the metrics are {}", fmt::join(metrics_, ", ")));
  }
  return {};
}

void ResultTable::drop_missing_scores() {
  std::vector<ScoreColumn> there;
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    if (is_there(i)) there.push_back(std::move(table_.scores[i]));
  }
  table_.scores = std::move(there);
}

Result<void> ResultTable::check_texts() const {
  for (std::size_t i = 0; i < wanted_texts_.size(); ++i) {
    const auto& [name, required] = wanted_texts_[i];
    if (!required || has_text_[i] || name == "id" || name == "file" || table_.size() == 0) continue;
    return engine::fail_in_file(
        ErrorCode::kInvalidInput, table_.files.front(),
        fmt::format("no result has a field `{}`", name),
        text_names_.empty()
            ? "the records had neither labels nor other fields; --records FILE reads them from "
              "there"
            : fmt::format("the fields are {}; --records FILE reads them from the records",
                          fmt::join(text_names_, ", ")));
  }
  return {};
}

Result<ScoreTable> ResultTable::finish() {
  if (auto good = check_counts(); !good) return tl::unexpected(good.error());
  if (!all_scores_) {
    drop_missing_scores();
  } else if (auto good = check_scores(); !good) {
    return tl::unexpected(good.error());
  }
  if (auto good = check_texts(); !good) return tl::unexpected(good.error());
  if (!has_summary_) {
    table_.warnings.push_back(fmt::format(
        "{} does not end with a summary: the run may be unfinished", table_.files.front()));
  }
  return std::move(table_);
}

}  // namespace assay::evaluate
