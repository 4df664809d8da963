#include "metrics/q2/result_builder.h"

#include <algorithm>

#include "metrics/record_check.h"
#include "text/offset_index.h"

namespace assay::q2 {
namespace {

using Reason = DroppedQuestion::Reason;

double score_of(const CountedQuestion& counted, Variant variant) {
  const Comparison& comparison = counted.comparison;
  const bool same_in_both =
      variant == Variant::kNli || comparison.kind == Comparison::Kind::kPronoun;
  return same_in_both ? comparison.score : comparison.f1;
}

double mean(const RecordState& state, Variant variant) {
  double sum = 0;
  for (const CountedQuestion& counted : state.counted) sum += score_of(counted, variant);
  return sum / static_cast<double>(state.counted.size());
}

// q2-f1 does not look at what NLI said.
const char* comparison_name(Comparison::Kind kind, Variant variant) {
  using Kind = Comparison::Kind;
  const bool without_nli =
      kind == Kind::kNoAnswer || kind == Kind::kExact || kind == Kind::kPronoun;
  if (variant == Variant::kF1 && !without_nli) return "f1";
  switch (kind) {
    case Comparison::Kind::kNoAnswer:
      return "no_answer";
    case Comparison::Kind::kExact:
      return "exact";
    case Comparison::Kind::kPronoun:
      return "pronoun";
    case Comparison::Kind::kEntailment:
      return "entailment";
    case Comparison::Kind::kContradiction:
      return "contradiction";
    case Comparison::Kind::kNeutral:
      return "neutral_f1";
  }
  return "no_answer";
}

const char* reason_name(Reason reason) {
  switch (reason) {
    case Reason::kNoQuestion:
      return "no_question";
    case Reason::kPersonal:
      return "personal";
    case Reason::kRoundTrip:
      return "round_trip";
  }
  return "round_trip";
}

Verdict verdict_of(const CountedQuestion& counted, const ResultOptions& options) {
  if (!counted.knowledge_answer.answer) return Verdict::kNotEnoughInfo;
  const double score = score_of(counted, options.variant);
  if (score == 1) return Verdict::kSupported;
  if (score == 0) return Verdict::kRefuted;
  return score > options.threshold ? Verdict::kSupported : Verdict::kRefuted;
}

QuestionDetail detail_of(const RecordState& state, const CountedQuestion& counted,
                         const text::OffsetIndex& response, Variant variant) {
  const Question& question = state.question(counted.candidate, counted.rank);
  QuestionDetail detail;
  detail.question = question.text;
  detail.style = question.style;
  detail.response_answer = counted.response_answer.text;
  detail.response_answer_span =
      response.span(counted.response_answer.byte_start, counted.response_answer.byte_end);
  if (counted.knowledge_answer.answer) {
    detail.knowledge_answer = counted.knowledge_answer.answer->text;
  }
  detail.comparison = comparison_name(counted.comparison.kind, variant);
  detail.f1 = counted.comparison.f1;
  detail.answer_margin = counted.knowledge_answer.margin;
  if (const auto& nli = counted.comparison.nli) {
    detail.nli = {{nli->entailment, nli->neutral, nli->contradiction}};
  }
  return detail;
}

Unit unit_of(const RecordState& state, const CountedQuestion& counted,
             const text::OffsetIndex& response, const ResultOptions& options) {
  const Candidate& candidate = state.candidates[counted.candidate];
  Unit unit;
  unit.kind = UnitKind::kQuestion;
  unit.text = candidate.text;
  unit.span = candidate.span;
  unit.verdict = verdict_of(counted, options);
  unit.score = score_of(counted, options.variant);
  if (const auto& answer = counted.knowledge_answer.answer) {
    unit.evidence = state.knowledge.evidence(counted.knowledge_answer.reading, answer->byte_start,
                                             answer->byte_end);
  }
  unit.detail = detail_of(state, counted, response, options.variant);
  return unit;
}

std::vector<Discarded> discarded_of(const RecordState& state) {
  std::vector<Discarded> discarded;
  for (const DroppedQuestion& dropped : state.dropped) {
    const bool has_question = dropped.reason != Reason::kNoQuestion;
    discarded.push_back({has_question ? state.question(dropped.candidate, dropped.rank).text
                                      : state.candidates[dropped.candidate].text,
                         reason_name(dropped.reason), dropped.detail});
  }
  return discarded;
}

std::vector<std::pair<std::string, std::int64_t>> counts_of(const RecordState& state) {
  const auto dropped_for = [&](Reason reason) {
    return std::count_if(state.dropped.begin(), state.dropped.end(),
                         [&](const DroppedQuestion& dropped) { return dropped.reason == reason; });
  };
  const auto unanswered = std::count_if(
      state.counted.begin(), state.counted.end(),
      [](const CountedQuestion& counted) { return !counted.knowledge_answer.answer.has_value(); });
  std::int64_t generated = 0;
  for (const auto& questions : state.questions) {
    generated += static_cast<std::int64_t>(questions.size());
  }
  return {{"candidates", static_cast<std::int64_t>(state.candidates.size())},
          {"candidates_without_question", dropped_for(Reason::kNoQuestion)},
          {"questions_generated", generated},
          {"questions_personal", dropped_for(Reason::kPersonal)},
          {"questions_round_trip_failed", dropped_for(Reason::kRoundTrip)},
          {"questions_counted", static_cast<std::int64_t>(state.counted.size())},
          {"questions_unanswered", unanswered}};
}

RecordResult result_with(const RecordState& state, double q2, double q2_f1,
                         const ResultOptions& options) {
  RecordResult result = blank_result(*state.record, name_of(options.variant), Status::kMeasured);
  result.score = options.variant == Variant::kNli ? q2 : q2_f1;
  result.scores = {{name_of(Variant::kNli), q2}, {name_of(Variant::kF1), q2_f1}};
  result.discarded = discarded_of(state);
  result.counts = counts_of(state);
  result.truncated = state.truncated;
  return result;
}

}  // namespace

const char* name_of(Variant variant) {
  return variant == Variant::kNli ? "q2" : "q2-f1";
}

RecordResult result_of(const RecordState& state, const ResultOptions& options) {
  RecordResult result =
      result_with(state, mean(state, Variant::kNli), mean(state, Variant::kF1), options);
  const text::OffsetIndex response(state.record->response);
  for (const CountedQuestion& counted : state.counted) {
    result.units.push_back(unit_of(state, counted, response, options));
  }
  return result;
}

RecordResult fallback_result(const RecordState& state, const ResponseJudgement& judgement,
                             const ResultOptions& options) {
  const double score = entailment_score(judgement.scores.label());
  RecordResult result = result_with(state, score, score, options);
  result.units.push_back(response_unit(*state.record, judgement, options.compat));
  result.fallback = "nli";
  result.truncated |= judgement.truncated;
  return result;
}

}  // namespace assay::q2
