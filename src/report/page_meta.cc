// What the page says about the run as a whole.

#include <algorithm>
#include <filesystem>

#include "assay/version.h"
#include "engine/json_writer.h"
#include "report/page_data.h"

namespace assay::report {
namespace {

using engine::JsonWriter;

void write_summary(JsonWriter& json, const MetricSummary& summary) {
  json.key("n").unsigned_integer(summary.n_total);
  json.key("measured").unsigned_integer(summary.n_measured);
  json.key("fallback").unsigned_integer(summary.n_fallback);
  json.key("mean");
  if (summary.mean)
    json.number(*summary.mean);
  else
    json.null();
  json.key("statuses").open_list();
  for (const auto& [status, records] : summary.statuses) json.unsigned_integer(records);
  json.close_list();
}

void write_metrics(JsonWriter& json, const JudgedRun& judged) {
  json.key("metrics").open_list();
  for (std::size_t i = 0; i < judged.run.metrics.size(); ++i) {
    const MetricRange& range = judged.ranges[i];
    json.open_object().key("name").string(judged.run.metrics[i]);
    json.key("about").string(range.summary);
    json.key("least").number(range.least).key("most").number(range.most);
    json.key("threshold").number(range.threshold);
    write_summary(json, judged.run.summaries[i]);
    json.close_object();
  }
  json.close_list();
}

void write_words(JsonWriter& json, const char* key, const std::vector<std::string>& words) {
  json.key(key).open_list();
  for (const std::string& word : words) json.string(word);
  json.close_list();
}

void write_labels(JsonWriter& json, const JudgedRun& judged, const std::string& name) {
  json.key("labels").open_object().key("name").string(name);
  write_words(json, "values", judged.run.labels.texts());
  json.key("grounded").open_list();
  for (const auto& grounded : judged.meanings.grounded) {
    if (grounded)
      json.boolean(*grounded);
    else
      json.null();
  }
  json.close_list().key("known").boolean(judged.meanings.are_known).close_object();
}

void write_run_facts(JsonWriter& json, const RunFacts& facts) {
  json.key("run").open_object().key("identity").raw(facts.identity_json);
  json.key("input").string(facts.input).key("command").string(facts.command);
  json.key("windows").open_list();
  for (const WindowTime& window : facts.windows)
    json.open_list().unsigned_integer(window.records).number(window.seconds).close_list();
  json.close_list().close_object();
}

void write_baseline(JsonWriter& json, const JudgedRun& judged, const ReportOptions& options) {
  const RunTable& baseline = *judged.baseline;
  const auto matched = std::count_if(judged.matches.begin(), judged.matches.end(),
                                     [](const auto& match) { return match.has_value(); });
  json.key("baseline").open_object().key("file").string(options.compare);
  json.key("fingerprint").string(baseline.fingerprint);
  json.key("records").unsigned_integer(baseline.items.size());
  json.key("matched").integer(matched);
  json.key("metrics").open_list();
  for (std::size_t i = 0; i < baseline.metrics.size(); ++i) {
    json.open_object().key("name").string(baseline.metrics[i]);
    write_summary(json, baseline.summaries[i]);
    json.close_object();
  }
  json.close_list().close_object();
}

}  // namespace

std::string meta_json(const JudgedRun& judged, const ReportOptions& options, bool has_records) {
  JsonWriter json;
  json.open_object().key("schema").string("assay.report/1").key("version").string(kVersion);
  json.key("file").string(options.results);
  json.key("title").string(std::filesystem::path(options.results).filename().string());
  json.key("records_file").string(options.records.input);
  json.key("command").string(options.command);
  json.key("fingerprint").string(judged.run.fingerprint);
  json.key("finished").boolean(judged.run.is_finished);
  json.key("n").unsigned_integer(judged.run.items.size());
  json.key("block").unsigned_integer(kBlock);
  json.key("has_texts").boolean(has_records);
  json.key("first").unsigned_integer(judged.shown.empty() ? 0 : judged.shown.front());
  write_metrics(json, judged);
  write_labels(json, judged, options.label.value_or("label"));
  json.key("systems").open_object().key("name").string(options.system.value_or("system"));
  write_words(json, "values", judged.run.systems.texts());
  json.close_object();
  if (judged.facts) write_run_facts(json, *judged.facts);
  if (judged.baseline) write_baseline(json, judged, options);
  return json.close_object().take();
}

}  // namespace assay::report
