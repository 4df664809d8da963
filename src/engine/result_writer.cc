// Result lines, schema assay.result/1.

#include "assay/result.h"
#include "engine/json_writer.h"
#include "engine/result_check.h"
#include "text/utf8.h"

namespace assay {
namespace {

using engine::JsonWriter;

void write_optional_number(JsonWriter& json, const std::optional<double>& value) {
  if (value) {
    json.number(*value);
  } else {
    json.null();
  }
}

void write_optional_text(JsonWriter& json, std::string_view text) {
  if (text.empty()) {
    json.null();
  } else {
    json.string(text);
  }
}

void write_span(JsonWriter& json, const Span& span) {
  json.open_object();
  json.key("start").unsigned_integer(span.start).key("end").unsigned_integer(span.end);
  json.key("byte_start").unsigned_integer(span.byte_start);
  json.key("byte_end").unsigned_integer(span.byte_end);
  json.close_object();
}

void write_optional_span(JsonWriter& json, const std::optional<Span>& span) {
  if (span) {
    write_span(json, *span);
  } else {
    json.null();
  }
}

void write_members(JsonWriter&, const std::monostate&) {}

void write_members(JsonWriter& json, const QuestionDetail& detail) {
  json.key("question").string(detail.question);
  json.key("style").string(detail.style);
  json.key("response_answer").string(detail.response_answer);
  write_optional_span(json.key("response_answer_span"), detail.response_answer_span);
  json.key("knowledge_answer");
  if (detail.knowledge_answer) {
    json.string(*detail.knowledge_answer);
  } else {
    json.null();
  }
  json.key("comparison").string(detail.comparison);
  json.key("f1").number(detail.f1);
  json.key("answer_margin").number(detail.answer_margin);
  if (!detail.nli) return;
  json.key("nli").open_object();
  json.key("entailment").number((*detail.nli)[0]);
  json.key("neutral").number((*detail.nli)[1]);
  json.key("contradiction").number((*detail.nli)[2]);
  json.close_object();
}

void write_evidence(JsonWriter& json, const Evidence& evidence) {
  json.open_object();
  json.key("source").string(evidence.source).key("id").string(evidence.id);
  write_span(json.key("span"), evidence.span);
  json.key("text").string(evidence.text);
  json.close_object();
}

void write_unit(JsonWriter& json, const Unit& unit) {
  json.open_object();
  json.key("kind").string(to_string(unit.kind));
  json.key("text").string(unit.text);
  write_optional_span(json.key("span"), unit.span);
  json.key("verdict").string(to_string(unit.verdict));
  write_optional_number(json.key("score"), unit.score);
  json.key("evidence").open_list();
  for (const Evidence& evidence : unit.evidence) write_evidence(json, evidence);
  json.close_list();
  std::visit([&](const auto& detail) { write_members(json, detail); }, unit.detail);
  json.close_object();
}

void write_discarded(JsonWriter& json, const Discarded& discarded) {
  json.open_object();
  json.key("text").string(discarded.text).key("reason").string(discarded.reason);
  if (!discarded.detail.empty()) json.key("detail").string(discarded.detail);
  json.close_object();
}

// Without the file: a result does not depend on where its input lay.
void write_error(JsonWriter& json, const Error& error) {
  json.open_object();
  json.key("code").string(to_string(error.code));
  json.key("message").string(error.message);
  if (error.line) json.key("line").unsigned_integer(*error.line);
  if (!error.field.empty()) json.key("field").string(error.field);
  if (!error.hint.empty()) json.key("hint").string(error.hint);
  json.close_object();
}

void write_body(JsonWriter& json, const RecordResult& result) {
  json.key("status").string(to_string(result.status));
  write_optional_number(json.key("score"), result.score);
  json.key("scores").open_object();
  for (const auto& [name, value] : result.scores) json.key(name).number(value);
  json.close_object().key("units").open_list();
  for (const Unit& unit : result.units) write_unit(json, unit);
  json.close_list().key("discarded").open_list();
  for (const Discarded& discarded : result.discarded) write_discarded(json, discarded);
  json.close_list();
  write_optional_text(json.key("fallback"), result.fallback);
  json.key("counts").open_object();
  for (const auto& [name, count] : result.counts) json.key(name).integer(count);
  json.close_object();
  json.key("truncated").boolean(result.truncated);
  if (result.error) write_error(json.key("error"), *result.error);
}

}  // namespace

std::string to_json_line(const RecordResult& result, std::string_view fingerprint,
                         const PassedThrough& passed) {
  JsonWriter json;
  json.open_object().key("schema").string("assay.result/1").key("type").string("result");
  json.key("id").string(text::find_utf8_flaw(result.id) ? "" : result.id);
  json.key("metric").string(result.metric);
  if (const auto problem = engine::find_problem(result)) {
    write_body(json, engine::failed_result(*problem));
  } else {
    write_body(json, result);
  }
  if (!passed.label_json.empty()) json.key("label").raw(passed.label_json);
  if (!passed.extra_json.empty()) json.key("extra").raw(passed.extra_json);
  json.key("fingerprint").string(fingerprint).close_object();
  return json.take();
}

}  // namespace assay
