// The details of records, as the page holds them.

#include "assay/result.h"
#include "engine/json_writer.h"
#include "report/explanation.h"
#include "report/packed.h"
#include "report/page_data.h"

namespace assay::report {
namespace {

using engine::JsonWriter;

void write_span(JsonWriter& json, const Span& span) {
  json.open_list().unsigned_integer(span.start).unsigned_integer(span.end).close_list();
}

void write_evidence(JsonWriter& json, const Evidence& evidence) {
  json.open_object().key("source").string(evidence.source).key("id").string(evidence.id);
  json.key("span");
  write_span(json, evidence.span);
  json.key("text").string(evidence.text).close_object();
}

void write_question(JsonWriter& json, const RecordResult& result, const Unit& unit,
                    const QuestionDetail& detail) {
  json.key("question").string(detail.question);
  json.key("response_answer").string(detail.response_answer);
  json.key("knowledge_answer");
  if (detail.knowledge_answer)
    json.string(*detail.knowledge_answer);
  else
    json.null();
  json.key("compared").string(explain_comparison(result, unit, detail));
}

void write_unit(JsonWriter& json, const RecordResult& result, const Unit& unit) {
  json.open_object().key("kind").string(to_string(unit.kind)).key("text").string(unit.text);
  json.key("verdict").unsigned_integer(static_cast<std::uint64_t>(unit.verdict));
  if (unit.span) {
    json.key("span");
    write_span(json, *unit.span);
  }
  if (unit.score) json.key("score").number(*unit.score);
  if (!unit.evidence.empty()) {
    json.key("evidence").open_list();
    for (const Evidence& evidence : unit.evidence) write_evidence(json, evidence);
    json.close_list();
  }
  if (const auto* detail = std::get_if<QuestionDetail>(&unit.detail))
    write_question(json, result, unit, *detail);
  json.close_object();
}

void write_discarded(JsonWriter& json, const RecordResult& result) {
  json.key("discarded").open_list();
  for (const Discarded& discarded : result.discarded) {
    json.open_object().key("text").string(discarded.text);
    json.key("because").string(explain_discarded(discarded)).close_object();
  }
  json.close_list();
}

// Sentences that say why the score is not what one expects.
void write_notes(JsonWriter& json, const RecordResult& result) {
  json.key("notes").open_list();
  for (const std::string& note : {explain_status(result), explain_fallback(result)})
    if (!note.empty()) json.string(note);
  if (result.truncated) json.string("Some text did not fit a model even in windows.");
  json.close_list();
}

void write_record(JsonWriter& json, const Record& record) {
  json.key("knowledge").open_list();
  for (const Passage& passage : record.knowledge) {
    json.open_object().key("id").string(passage.id).key("title").string(passage.title);
    json.key("text").string(passage.text).close_object();
  }
  json.close_list().key("history").open_list();
  for (const Turn& turn : record.history)
    json.open_object()
        .key("speaker")
        .string(turn.speaker)
        .key("text")
        .string(turn.text)
        .close_object();
  json.close_list();
  if (record.references.empty()) return;
  json.key("references").open_list();
  for (const std::string& reference : record.references) json.string(reference);
  json.close_list();
}

}  // namespace

std::string result_detail(const RecordResult& result) {
  JsonWriter json;
  json.open_object().key("units").open_list();
  for (const Unit& unit : result.units) write_unit(json, result, unit);
  json.close_list();
  write_discarded(json, result);
  write_notes(json, result);
  json.key("scores").open_object();
  for (const auto& [name, value] : result.scores) json.key(name).number(value);
  json.close_object().key("counts").open_object();
  for (const auto& [name, count] : result.counts) json.key(name).integer(count);
  json.close_object();
  json.key("arithmetic").string(explain_arithmetic(result)).close_object();
  return json.take();
}

void DetailBlocks::add(const ResultGroup& group, const std::vector<std::string>* baseline) {
  JsonWriter json;
  json.open_object();
  if (group.record) write_record(json, *group.record);
  json.key("results").open_list();
  for (const ResultLine& line : group.lines) json.raw(result_detail(line.result));
  json.close_list();
  if (baseline != nullptr) {
    json.key("baseline").open_list();
    for (const std::string& detail : *baseline) json.raw(detail);
    json.close_list();
  }
  json.close_object();
  block_ += block_.empty() ? '[' : ',';
  block_ += json.text();
  if (++in_block_ == kBlock) pack();
}

void DetailBlocks::pack() {
  packed_.push_back(base64(gzip(block_ + ']')));
  block_.clear();
  in_block_ = 0;
}

std::vector<std::string> DetailBlocks::take() {
  if (in_block_ > 0) pack();
  return std::move(packed_);
}

}  // namespace assay::report
