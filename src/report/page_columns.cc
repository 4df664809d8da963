// What the table of the page needs of every record, column by column.

#include <fmt/format.h>

#include "engine/json_writer.h"
#include "report/page_data.h"

namespace assay::report {
namespace {

using engine::JsonWriter;

// [start, end, verdict, ...] in code points of the response; a unit that does not stand there
// literally is left out.
std::string spans_of(const RecordResult& result) {
  JsonWriter json;
  json.open_list();
  for (const Unit& unit : result.units) {
    if (!unit.span) continue;
    json.unsigned_integer(unit.span->start).unsigned_integer(unit.span->end);
    json.unsigned_integer(static_cast<std::uint64_t>(unit.verdict));
  }
  return json.close_list().take();
}

// [text, verdict, ...]: what there is to show without the response.
std::string texts_of(const RecordResult& result) {
  JsonWriter json;
  json.open_list();
  for (const Unit& unit : result.units)
    json.string(unit.text).unsigned_integer(static_cast<std::uint64_t>(unit.verdict));
  return json.close_list().take();
}

void write_judgements(JsonWriter& json, const std::vector<const Judgement*>& judgements) {
  json.key("score").open_list();
  for (const Judgement* judgement : judgements) {
    if (judgement != nullptr && judgement->score)
      json.number(*judgement->score);
    else
      json.null();
  }
  json.close_list().key("status").open_list();
  for (const Judgement* judgement : judgements)
    json.integer(judgement == nullptr ? -1 : static_cast<std::int64_t>(judgement->status));
  json.close_list().key("verdicts").open_list();
  for (const Judgement* judgement : judgements)
    for (std::size_t i = 0; i < kVerdicts.size(); ++i)
      json.unsigned_integer(judgement == nullptr ? 0 : judgement->verdicts[i]);
  json.close_list().key("flags").open_list();  // 1: fallback, 2: truncated
  for (const Judgement* judgement : judgements)
    json.unsigned_integer(judgement == nullptr ? 0
                                               : (judgement->is_fallback ? 1U : 0U) +
                                                     (judgement->is_truncated ? 2U : 0U));
  json.close_list();
}

void write_number(JsonWriter& json, const std::optional<std::size_t>& number) {
  json.integer(number ? static_cast<std::int64_t>(*number) : -1);
}

void write_metrics(JsonWriter& json, const JudgedRun& judged, const ColumnTexts& texts) {
  json.key("metrics").open_list();
  for (std::size_t metric = 0; metric < judged.run.metrics.size(); ++metric) {
    std::vector<const Judgement*> judgements;
    for (const Item& item : judged.run.items) judgements.push_back(&item.judgements[metric]);
    json.open_object();
    write_judgements(json, judgements);
    const std::string marks = metric < texts.marks().size() ? texts.marks()[metric] : "";
    json.key("marks").raw("[" + marks + "]").close_object();
  }
  json.close_list();
}

void write_baseline(JsonWriter& json, const JudgedRun& judged) {
  if (!judged.baseline) return;
  json.key("baseline").open_list();
  for (std::size_t metric = 0; metric < judged.baseline->metrics.size(); ++metric) {
    std::vector<const Judgement*> judgements;
    for (const auto& match : judged.matches)
      judgements.push_back(match ? &judged.baseline->items[*match].judgements[metric] : nullptr);
    json.open_object();
    write_judgements(json, judgements);
    json.close_object();
  }
  json.close_list();
}

}  // namespace

void ColumnTexts::add(const ResultGroup& group) {
  if (group.record) has_records_ = true;
  const std::string comma = is_first_ ? "" : ",";
  responses_ += comma;
  if (group.record)
    engine::append_json_string(responses_, group.record->response);
  else
    responses_ += "null";
  marks_.resize(group.lines.size());
  for (std::size_t i = 0; i < group.lines.size(); ++i) {
    const RecordResult& result = group.lines[i].result;
    marks_[i] += comma + (group.record ? spans_of(result) : texts_of(result));
  }
  is_first_ = false;
}

std::string columns_json(const JudgedRun& judged, const ColumnTexts& texts) {
  JsonWriter json;
  json.open_object().key("id").open_list();
  for (const Item& item : judged.run.items) json.string(item.id);
  json.close_list().key("label").open_list();
  for (const Item& item : judged.run.items) write_number(json, item.label);
  json.close_list().key("system").open_list();
  for (const Item& item : judged.run.items) write_number(json, item.system);
  json.close_list().key("response").raw("[" + texts.responses() + "]");
  write_metrics(json, judged, texts);
  write_baseline(json, judged);
  return json.close_object().take();
}

}  // namespace assay::report
