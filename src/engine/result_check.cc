#include "engine/result_check.h"

#include <cmath>
#include <string_view>
#include <utility>

#include "engine/errors.h"
#include "text/utf8.h"

namespace assay::engine {
namespace {

// Finds what cannot be written before anything is.
class Checker {
 public:
  void number(double value, std::string_view where) {
    if (!std::isfinite(value)) blame(where, "is not finite");
  }
  void number(const std::optional<double>& value, std::string_view where) {
    if (value) number(*value, where);
  }
  void text(std::string_view value, std::string_view where) {
    if (text::find_utf8_flaw(value)) blame(where, "is not valid UTF-8");
  }
  const std::optional<std::string>& problem() const { return problem_; }

 private:
  void blame(std::string_view where, std::string_view what) {
    if (!problem_) problem_ = "the metric's " + std::string(where) + ' ' + std::string(what);
  }
  std::optional<std::string> problem_;
};

void check(Checker& checker, const QuestionDetail& detail) {
  checker.text(detail.question, "question");
  checker.text(detail.style, "style");
  checker.text(detail.response_answer, "response_answer");
  checker.text(detail.knowledge_answer.value_or(""), "knowledge_answer");
  checker.text(detail.comparison, "comparison");
  checker.number(detail.f1, "f1");
  checker.number(detail.answer_margin, "answer_margin");
  if (!detail.nli) return;
  for (const double probability : *detail.nli) checker.number(probability, "nli");
}

void check(Checker&, const std::monostate&) {}

void check(Checker& checker, const Unit& unit) {
  checker.text(unit.text, "unit text");
  checker.number(unit.score, "unit score");
  for (const Evidence& evidence : unit.evidence) {
    checker.text(evidence.source, "evidence source");
    checker.text(evidence.id, "evidence id");
    checker.text(evidence.text, "evidence text");
  }
  std::visit([&](const auto& detail) { check(checker, detail); }, unit.detail);
}

}  // namespace

std::optional<std::string> find_problem(const RecordResult& result) {
  Checker checker;
  checker.text(result.id, "id");
  checker.number(result.score, "score");
  for (const auto& [name, value] : result.scores) {
    checker.text(name, "score name");
    checker.number(value, "score `" + name + "`");
  }
  for (const Unit& unit : result.units) check(checker, unit);
  for (const Discarded& discarded : result.discarded) {
    checker.text(discarded.text, "discarded text");
    checker.text(discarded.reason, "reason");
    checker.text(discarded.detail, "reason's detail");
  }
  checker.text(result.fallback, "fallback");
  for (const auto& [name, count] : result.counts) checker.text(name, "count name");
  if (result.error) {
    checker.text(result.error->message, "error message");
    checker.text(result.error->hint, "error hint");
    checker.text(result.error->field, "error field");
  }
  if (!checker.problem() && (result.status == Status::kMeasured) != result.score.has_value()) {
    return "the metric must give a score with the status `measured` and with no other";
  }
  return checker.problem();
}

RecordResult failed_result(std::string problem) {
  RecordResult result;
  result.status = Status::kFailed;
  result.error = make_error(ErrorCode::kInternal, std::move(problem),
                            "this is a bug of the metric: please report it");
  return result;
}

void replace_if_unwritable(RecordResult& result) {
  auto problem = find_problem(result);
  if (!problem) return;
  RecordResult failed = failed_result(std::move(*problem));
  failed.id = std::move(result.id);
  failed.metric = std::move(result.metric);
  result = std::move(failed);
}

}  // namespace assay::engine
