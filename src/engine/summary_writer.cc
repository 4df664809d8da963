#include "engine/summary_writer.h"

#include "engine/json_writer.h"

namespace assay::engine {
namespace {

void write_metric(JsonWriter& json, const MetricSummary& metric) {
  json.open_object().key("metric").string(metric.metric);
  json.key("n_total").unsigned_integer(metric.n_total);
  json.key("n_measured").unsigned_integer(metric.n_measured);
  json.key("n_fallback").unsigned_integer(metric.n_fallback);
  json.key("statuses").open_object();
  for (const auto& [status, count] : metric.statuses) json.key(status).unsigned_integer(count);
  json.close_object().key("mean");
  if (metric.mean) {
    json.number(*metric.mean);
  } else {
    json.null();
  }
  json.key("scores").open_object();
  for (const ScoreMean& score : metric.score_means) {
    json.key(score.name).open_object();
    json.key("n").unsigned_integer(score.n).key("mean").number(score.mean).close_object();
  }
  json.close_object().key("counts").open_object();
  for (const auto& [name, count] : metric.counts) json.key(name).integer(count);
  json.close_object();
  if (!metric.corpus.empty()) {
    json.key("corpus").open_object();
    for (const auto& [name, value] : metric.corpus) json.key(name).number(value);
    json.close_object();
  }
  json.close_object();
}

}  // namespace

std::string summary_json_line(const RunSummary& summary) {
  JsonWriter json;
  json.open_object().key("schema").string("assay.result/1").key("type").string("summary");
  json.key("n_records").unsigned_integer(summary.n_records);
  json.key("n_bad").unsigned_integer(summary.n_bad);
  json.key("n_duplicate_ids").unsigned_integer(summary.n_duplicate_ids);
  json.key("metrics").open_list();
  for (const MetricSummary& metric : summary.metrics) write_metric(json, metric);
  json.close_list().key("fingerprint").string(summary.fingerprint).close_object();
  return json.take();
}

}  // namespace assay::engine
