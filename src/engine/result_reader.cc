#include "assay/result_reader.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/json_view.h"
#include "base/parse_json.h"
#include "engine/errors.h"
#include "engine/json_slices.h"
#include "engine/line_reader.h"

namespace assay {
namespace {

using base::Json;
using base::JsonView;

constexpr std::array kStatuses = {Status::kMeasured, Status::kNoClaims, Status::kNoEvidence,
                                  Status::kFailed};
constexpr std::array kVerdicts = {Verdict::kSupported, Verdict::kRefuted, Verdict::kNotEnoughInfo,
                                  Verdict::kNotVerifiable};
constexpr std::array kKinds = {UnitKind::kQuestion, UnitKind::kFact, UnitKind::kTuple,
                               UnitKind::kText};
constexpr std::array kCodes = {ErrorCode::kInvalidInput, ErrorCode::kInvalidOption,
                               ErrorCode::kNotFound,     ErrorCode::kIo,
                               ErrorCode::kCorrupt,      ErrorCode::kUnsupported,
                               ErrorCode::kConflict,     ErrorCode::kInternal};

// The enumerator that is written as the text of a member.
template <typename Enum, std::size_t n>
Enum read_word(const JsonView& view, std::string_view name, const std::array<Enum, n>& words) {
  const std::string text = view.text(name);
  for (const Enum word : words) {
    if (text == to_string(word)) return word;
  }
  view.blame(fmt::format("`{}` must not be \"{}\"", name, text));
  return words.back();
}

Span read_span(const JsonView& view) {
  return {.start = view.count("start"),
          .end = view.count("end"),
          .byte_start = view.count("byte_start"),
          .byte_end = view.count("byte_end")};
}

std::optional<Span> read_optional_span(const JsonView& view, std::string_view name) {
  const auto span = view.object_or_null(name);
  if (!span) return std::nullopt;
  return read_span(*span);
}

QuestionDetail read_question(const JsonView& view) {
  QuestionDetail detail;
  detail.question = view.text("question");
  detail.style = view.text("style");
  detail.response_answer = view.text("response_answer");
  detail.response_answer_span = read_optional_span(view, "response_answer_span");
  detail.knowledge_answer = view.text_or_null("knowledge_answer");
  detail.comparison = view.text("comparison");
  detail.f1 = view.number("f1");
  detail.answer_margin = view.number("answer_margin");
  if (view.has("nli")) {
    const JsonView nli = view.object("nli");
    detail.nli = {nli.number("entailment"), nli.number("neutral"), nli.number("contradiction")};
  }
  return detail;
}

Evidence read_evidence(const JsonView& view) {
  return {.source = view.text("source"),
          .id = view.text("id"),
          .span = read_span(view.object("span")),
          .text = view.text("text")};
}

Unit read_unit(const JsonView& view) {
  Unit unit;
  unit.kind = read_word(view, "kind", kKinds);
  unit.text = view.text("text");
  unit.span = read_optional_span(view, "span");
  unit.verdict = read_word(view, "verdict", kVerdicts);
  unit.score = view.number_or_null("score");
  for (const JsonView& evidence : view.list("evidence")) {
    unit.evidence.push_back(read_evidence(evidence));
  }
  if (view.has("question")) unit.detail = read_question(view);
  return unit;
}

Error read_error(const JsonView& view) {
  Error error;
  error.code = read_word(view, "code", kCodes);
  error.message = view.text("message");
  if (view.has("line")) error.line = view.count("line");
  if (view.has("field")) error.field = view.text("field");
  if (view.has("hint")) error.hint = view.text("hint");
  return error;
}

Discarded read_discarded(const JsonView& view) {
  return {.text = view.text("text"),
          .reason = view.text("reason"),
          .detail = view.has("detail") ? view.text("detail") : std::string()};
}

RecordResult read_result(const JsonView& view) {
  RecordResult result;
  result.id = view.text("id");
  result.metric = view.text("metric");
  result.status = read_word(view, "status", kStatuses);
  result.score = view.number_or_null("score");
  const JsonView scores = view.object("scores");
  for (const std::string& name : scores.names()) {
    result.scores.emplace_back(name, scores.number(name));
  }
  for (const JsonView& unit : view.list("units")) result.units.push_back(read_unit(unit));
  for (const JsonView& item : view.list("discarded")) {
    result.discarded.push_back(read_discarded(item));
  }
  result.fallback = view.text_or_null("fallback").value_or("");
  const JsonView counts = view.object("counts");
  for (const std::string& name : counts.names()) {
    result.counts.emplace_back(name, counts.integer(name));
  }
  result.truncated = view.boolean("truncated");
  if (view.has("error")) result.error = read_error(view.object("error"));
  return result;
}

MetricSummary read_metric_summary(const JsonView& view) {
  MetricSummary metric;
  metric.metric = view.text("metric");
  metric.n_total = view.count("n_total");
  metric.n_measured = view.count("n_measured");
  metric.n_fallback = view.count("n_fallback");
  const JsonView statuses = view.object("statuses");
  for (const std::string& name : statuses.names()) {
    metric.statuses.emplace_back(name, statuses.count(name));
  }
  metric.mean = view.number_or_null("mean");
  const JsonView scores = view.object("scores");
  for (const std::string& name : scores.names()) {
    const JsonView score = scores.object(name);
    metric.score_means.push_back({name, score.count("n"), score.number("mean")});
  }
  const JsonView counts = view.object("counts");
  for (const std::string& name : counts.names()) {
    metric.counts.emplace_back(name, counts.integer(name));
  }
  if (view.has("corpus")) {
    const JsonView corpus = view.object("corpus");
    for (const std::string& name : corpus.names())
      metric.corpus.emplace_back(name, corpus.number(name));
  }
  return metric;
}

RunSummary read_summary(const JsonView& view) {
  RunSummary summary;
  summary.n_records = view.count("n_records");
  summary.n_bad = view.count("n_bad");
  summary.n_duplicate_ids = view.count("n_duplicate_ids");
  for (const JsonView& metric : view.list("metrics")) {
    summary.metrics.push_back(read_metric_summary(metric));
  }
  summary.fingerprint = view.text("fingerprint");
  return summary;
}

// The members that are kept as they stand.
void take_passed_through(std::string_view line, ResultLine& result) {
  for (const engine::JsonMember& member : engine::slice_object(line)) {
    if (member.key == "\"label\"") result.label_json = member.value;
    if (member.key == "\"extra\"") result.extra_json = member.value;
  }
}

tl::unexpected<Error> corrupt(std::string_view what) {
  return fail(ErrorCode::kCorrupt, fmt::format("not a line of assay.result/1: {}", what));
}

}  // namespace

Result<AnyResultLine> parse_result_line(std::string_view line) {
  const Json json = base::parse_json<Json>(line);
  if (json.is_discarded()) return corrupt("it is not valid JSON");
  std::optional<std::string> problem;
  const JsonView view(json, problem);
  const std::string schema = view.text("schema");
  if (!problem && schema != "assay.result/1") {
    problem = fmt::format("its schema is `{}`", schema);
  }
  const std::string type = view.text("type");
  AnyResultLine parsed;
  if (type == "summary") {
    parsed = read_summary(view);
  } else if (type == "result") {
    ResultLine result;
    result.result = read_result(view);
    result.fingerprint = view.text("fingerprint");
    take_passed_through(line, result);
    parsed = std::move(result);
  } else {
    view.blame(fmt::format("its type is `{}`", type));
  }
  if (problem) return corrupt(*problem);
  return parsed;
}

struct ResultReader::State {
  engine::LineReader lines;
};

ResultReader::ResultReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
ResultReader::ResultReader(ResultReader&&) noexcept = default;
ResultReader::~ResultReader() = default;

Result<ResultReader> ResultReader::open(const std::string& path) {
  auto source = engine::ByteSource::open(path);
  if (!source) return tl::unexpected(source.error());
  constexpr std::size_t kMaxLine = std::size_t{1} << 30;
  return ResultReader(
      std::make_unique<State>(State{engine::LineReader(std::move(*source), kMaxLine)}));
}

Result<std::optional<AnyResultLine>> ResultReader::next() {
  auto line = state_->lines.next();
  if (!line) return tl::unexpected(line.error());
  if (!line->has_value()) return std::optional<AnyResultLine>();
  auto parsed = (*line)->complete ? parse_result_line((*line)->text)
                                  : Result<AnyResultLine>(corrupt("it is longer than 1 GiB"));
  if (!parsed) {
    Error error = parsed.error();
    error.file = state_->lines.source().name();
    error.line = (*line)->number;
    return tl::unexpected(std::move(error));
  }
  return std::optional<AnyResultLine>(std::move(*parsed));
}

}  // namespace assay
