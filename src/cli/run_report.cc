#include "cli/run_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/format.h"
#include "cli/terminal/table.h"

namespace assay::cli {
namespace {

constexpr auto kRight = Column::Align::kRight;

double share_of(double part, double whole) {
  return whole > 0 ? part / whole : 0;
}

std::string measured_cell(std::uint64_t measured, std::uint64_t total) {
  return fmt::format(
      "{} / {} ({})", format_count(measured), format_count(total),
      format_percent(share_of(static_cast<double>(measured), static_cast<double>(total))));
}

std::string mean_cell(const std::optional<double>& mean) {
  return mean ? format_score(*mean) : "none";
}

// "1 no_claims, 2 failed".
std::string unmeasured_cell(const MetricSummary& metric) {
  std::string cell;
  for (const auto& [status, records] : metric.statuses) {
    if (status == to_string(Status::kMeasured) || records == 0) continue;
    cell += fmt::format("{}{} {}", cell.empty() ? "" : ", ", format_count(records), status);
  }
  return cell;
}

std::string stage_table(const RunSummary& summary, const Style& style) {
  double total = 0;
  for (const auto& [metric, stages] : summary.stage_times)
    for (const StageTime& stage : stages) total += stage.seconds;
  Table table({{"metric"}, {"stage"}, {"time", kRight}, {"share", kRight}});
  for (const auto& [metric, stages] : summary.stage_times)
    for (const StageTime& stage : stages)
      table.add_row({metric, stage.stage, format_duration(stage.seconds),
                     format_percent(share_of(stage.seconds, total))});
  return table.to_string(style);
}

std::string model_table(std::span<const LoadedModel> models, const Style& style) {
  Table table({{"model"},
               {"loading", kRight},
               {"inputs", kRight},
               {"cached", kRight},
               {"equal", kRight},
               {"rows", kRight},
               {"tokens", kRight},
               {"padding", kRight},
               {"tokens/s", kRight}});
  for (const LoadedModel& model : models) {
    const ModelStats& stats = model.stats;
    const auto tokens = static_cast<double>(stats.tokens);
    const auto padded = static_cast<double>(stats.padded_tokens);
    if (!computes_rows(model.need)) {  // its work is counted in the stages that use it
      table.add_row({to_string(model.need), format_duration(model.load_seconds), "–", "–", "–", "–",
                     "–", "–", "–"});
      continue;
    }
    table.add_row({to_string(model.need), format_duration(model.load_seconds),
                   format_count(stats.inputs), format_count(stats.cached),
                   format_count(stats.duplicates), format_count(stats.rows),
                   format_count(stats.tokens), format_percent(share_of(padded - tokens, padded)),
                   format_count(static_cast<std::uint64_t>(share_of(tokens, stats.seconds)))});
  }
  return table.to_string(style);
}

Json metric_json(const MetricSummary& metric) {
  Json json = {{"metric", metric.metric},
               {"mean", metric.mean ? Json(*metric.mean) : Json()},
               {"n_measured", metric.n_measured},
               {"n_total", metric.n_total},
               {"n_fallback", metric.n_fallback}};
  json["statuses"] = Json::object();
  for (const auto& [status, records] : metric.statuses) json["statuses"][status] = records;
  json["scores"] = Json::object();
  for (const ScoreMean& score : metric.score_means)
    json["scores"][score.name] = {{"mean", score.mean}, {"n", score.n}};
  json["counts"] = Json::object();
  for (const auto& [name, count] : metric.counts) json["counts"][name] = count;
  if (metric.corpus.empty()) return json;
  json["corpus"] = Json::object();
  for (const auto& [name, value] : metric.corpus) json["corpus"][name] = value;
  return json;
}

Json failures_json(const RunSummary& summary) {
  Json json = Json::array();
  for (const FailedResult& failure : summary.first_failures)
    json.push_back(
        {{"id", failure.id}, {"metric", failure.metric}, {"error", failure.error.to_string()}});
  return json;
}

Json stages_json(const RunSummary& summary) {
  Json json = Json::array();
  for (const auto& [metric, stages] : summary.stage_times)
    for (const StageTime& stage : stages)
      json.push_back({{"metric", metric}, {"stage", stage.stage}, {"seconds", stage.seconds}});
  return json;
}

Json model_json(const LoadedModel& model) {
  const ModelStats& stats = model.stats;
  if (!computes_rows(model.need)) {
    return {{"need", to_string(model.need)},
            {"fingerprint", model.fingerprint},
            {"load_seconds", model.load_seconds}};
  }
  return {{"need", to_string(model.need)},
          {"fingerprint", model.fingerprint},
          {"load_seconds", model.load_seconds},
          {"inputs", stats.inputs},
          {"cached", stats.cached},
          {"duplicates", stats.duplicates},
          {"rows", stats.rows},
          {"tokens", stats.tokens},
          {"padded_tokens", stats.padded_tokens},
          {"seconds", stats.seconds}};
}

}  // namespace

std::string summary_table(const RunSummary& summary, const Style& style) {
  Table table(
      {{"metric"}, {"mean", kRight}, {"measured", kRight}, {"fallback", kRight}, {"not measured"}});
  for (const MetricSummary& metric : summary.metrics) {
    table.add_row({metric.metric, mean_cell(metric.mean),
                   measured_cell(metric.n_measured, metric.n_total),
                   format_count(metric.n_fallback), unmeasured_cell(metric)});
    for (const ScoreMean& score : metric.score_means)
      if (score.name != metric.metric)
        table.add_row(
            {"  " + score.name, mean_cell(score.mean), measured_cell(score.n, metric.n_total)});
    for (const auto& [name, value] : metric.corpus)
      table.add_row({"  " + name + " of the corpus", format_score(value)});
  }
  return table.to_string(style);
}

std::string profile_tables(const RunSummary& summary, std::span<const LoadedModel> models,
                           const Style& style) {
  return stage_table(summary, style) + "\n" + model_table(models, style);
}

std::string speed_line(const RunSummary& summary) {
  const std::uint64_t made = summary.n_records - std::min(summary.n_resumed, summary.n_records);
  std::string line =
      fmt::format("{} in {}", plural(made, "record"), format_duration(summary.seconds));
  if (made > 0 && summary.seconds > 0)
    line += fmt::format(" ({:.1f} a second)", static_cast<double>(made) / summary.seconds);
  if (summary.n_resumed > 0)
    line += fmt::format("; {} had been done before", plural(summary.n_resumed, "record"));
  return line;
}

std::uint64_t failed_results(const RunSummary& summary) {
  std::uint64_t failed = 0;
  for (const MetricSummary& metric : summary.metrics)
    for (const auto& [status, records] : metric.statuses)
      if (status == to_string(Status::kFailed)) failed += records;
  return failed;
}

std::uint64_t failed_in_scoring(const RunSummary& summary) {
  // A record that could not be read fails in every metric.
  return failed_results(summary) -
         std::min(summary.n_bad * summary.metrics.size(), failed_results(summary));
}

bool has_failures(const RunSummary& summary) {
  return summary.n_bad > 0 || failed_results(summary) > 0;
}

Json summary_json(const RunSummary& summary, std::span<const LoadedModel> models,
                  std::span<const std::string> missed) {
  Json json = {{"schema", "assay.summary/1"},
               {"n_records", summary.n_records},
               {"n_bad", summary.n_bad},
               {"n_duplicate_ids", summary.n_duplicate_ids},
               {"n_resumed", summary.n_resumed},
               {"interrupted", summary.interrupted},
               {"metrics", Json::array()},
               {"missed", missed},
               {"errors", Json::array()},
               {"failures", failures_json(summary)},
               {"stages", stages_json(summary)},
               {"models", Json::array()},
               {"fingerprint", summary.fingerprint},
               {"seconds", summary.seconds}};
  for (const MetricSummary& metric : summary.metrics)
    json["metrics"].push_back(metric_json(metric));
  for (const Error& error : summary.first_errors) json["errors"].push_back(error.to_string());
  for (const LoadedModel& model : models) json["models"].push_back(model_json(model));
  return json;
}

}  // namespace assay::cli
