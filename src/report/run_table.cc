#include "report/run_table.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "engine/json_slices.h"

namespace assay::report {
namespace {

// Enough to see what a record is about.
constexpr std::size_t kDoubts = 200;

// The texts of units that are not supported, each once: several questions may be about one.
std::string doubts_of(const std::vector<Unit>& units) {
  std::string doubts;
  std::vector<std::string_view> named;
  for (const Unit& unit : units) {
    if (unit.verdict == Verdict::kSupported || doubts.size() >= kDoubts) continue;
    if (std::find(named.begin(), named.end(), unit.text) != named.end()) continue;
    named.push_back(unit.text);
    doubts += (doubts.empty() ? "" : "; ") + unit.text;
  }
  return doubts;
}

std::string text_of(std::string_view json) {
  return engine::decode_json_string(json).value_or(std::string(json));
}

MetricSummary add_up(const RunTable& table, std::size_t metric) {
  MetricSummary summary{.metric = table.metrics[metric], .n_total = table.items.size()};
  std::array<std::uint64_t, kStatuses.size()> statuses{};
  double sum = 0;
  for (const Item& item : table.items) {
    const Judgement& judgement = item.judgements[metric];
    ++statuses[static_cast<std::size_t>(judgement.status)];
    if (judgement.is_fallback) ++summary.n_fallback;
    if (judgement.score) sum += *judgement.score;
  }
  for (const Status status : kStatuses)
    summary.statuses.emplace_back(to_string(status), statuses[static_cast<std::size_t>(status)]);
  summary.n_measured = statuses[static_cast<std::size_t>(Status::kMeasured)];
  if (summary.n_measured > 0) summary.mean = sum / static_cast<double>(summary.n_measured);
  return summary;
}

}  // namespace

Judgement judgement_of(const RecordResult& result) {
  Judgement judgement;
  judgement.status = result.status;
  if (result.status == Status::kMeasured) judgement.score = result.score;
  judgement.is_fallback = !result.fallback.empty();
  judgement.is_truncated = result.truncated;
  if (result.error) judgement.error = result.error->to_string();
  for (const Unit& unit : result.units)
    ++judgement.verdicts[static_cast<std::size_t>(unit.verdict)];
  judgement.doubts = doubts_of(result.units);
  return judgement;
}

std::size_t Names::add(const std::string& text) {
  const auto [found, is_new] = numbers_.try_emplace(text, texts_.size());
  if (is_new) texts_.push_back(text);
  return found->second;
}

std::optional<std::size_t> RunTable::find_metric(const std::string& name) const {
  const auto found = std::find(metrics.begin(), metrics.end(), name);
  if (found == metrics.end()) return std::nullopt;
  return static_cast<std::size_t>(found - metrics.begin());
}

std::optional<std::string> passed_text(const ResultLine& line, const std::string& name) {
  if (name == "label" && !line.label_json.empty()) {
    if (line.label_json == "null") return std::nullopt;
    return text_of(line.label_json);
  }
  if (line.extra_json.empty()) return std::nullopt;
  for (const engine::JsonMember& member : engine::slice_object(line.extra_json)) {
    if (text_of(member.key) != name) continue;
    if (member.value == "null") return std::nullopt;
    return text_of(member.value);
  }
  return std::nullopt;
}

void add_group(RunTable& table, const ResultGroup& group, const ColumnNames& names) {
  Item item;
  const ResultLine& first = group.lines.front();
  item.id = first.result.id;
  if (const auto label = passed_text(first, names.label)) item.label = table.labels.add(*label);
  if (const auto system = passed_text(first, names.system))
    item.system = table.systems.add(*system);
  for (const ResultLine& line : group.lines) item.judgements.push_back(judgement_of(line.result));
  if (table.fingerprint.empty()) table.fingerprint = first.fingerprint;
  table.items.push_back(std::move(item));
}

void finish_table(RunTable& table, const GroupReader& reader) {
  table.metrics = reader.metrics();
  table.is_finished = reader.summary().has_value();
  if (reader.summary()) {
    table.fingerprint = reader.summary()->fingerprint;
    // A finished run of no records has no lines that name its metrics.
    if (table.metrics.empty())
      for (const MetricSummary& metric : reader.summary()->metrics)
        table.metrics.push_back(metric.metric);
  }
  for (std::size_t i = 0; i < table.metrics.size(); ++i)
    table.summaries.push_back(add_up(table, i));
}

}  // namespace assay::report
