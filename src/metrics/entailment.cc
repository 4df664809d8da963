#include "metrics/entailment.h"

#include <algorithm>
#include <deque>
#include <string>

#include "metrics/knowledge.h"
#include "text/lower.h"
#include "text/offset_index.h"

namespace assay {
namespace {

using Label = NliScores::Label;

double decisiveness(const NliScores& scores) {
  return std::max(scores.entailment, scores.contradiction);
}

ResponseJudgement decide(std::span<const NliScores> readings) {
  ResponseJudgement judgement;
  for (std::size_t i = 0; i < readings.size(); ++i) {
    if (i == 0 || decisiveness(readings[i]) > decisiveness(judgement.scores)) {
      judgement.scores = readings[i];
      judgement.reading = i;
    }
    judgement.truncated = judgement.truncated || readings[i].truncated;
  }
  return judgement;
}

Verdict verdict_of(Label label) {
  switch (label) {
    case Label::kEntailment:
      return Verdict::kSupported;
    case Label::kContradiction:
      return Verdict::kRefuted;
    case Label::kNeutral:
      return Verdict::kNotEnoughInfo;
  }
  return Verdict::kNotEnoughInfo;
}

}  // namespace

Result<std::vector<ResponseJudgement>> judge_responses(const NliModel& model,
                                                       std::span<const Record* const> records,
                                                       Compat compat) {
  // Deques: a premise must stay where it is while the next ones are added.
  std::deque<Knowledge> knowledge;
  std::deque<std::string> lowered;
  std::vector<TextPair> pairs;
  for (const Record* record : records) {
    const Knowledge& readings = knowledge.emplace_back(*record, compat);
    for (std::size_t i = 0; i < readings.size(); ++i) {
      std::string_view premise = readings.text(i);
      if (compat == Compat::kQ2Paper) premise = lowered.emplace_back(text::to_lower(premise));
      pairs.push_back({premise, record->response});
    }
  }
  const auto scores = model.judge(pairs);
  if (!scores) return tl::unexpected(scores.error());

  std::vector<ResponseJudgement> judgements;
  std::size_t next = 0;
  for (const Knowledge& readings : knowledge) {
    judgements.push_back(decide(std::span(*scores).subspan(next, readings.size())));
    next += readings.size();
  }
  return judgements;
}

double entailment_score(Label label) {
  switch (label) {
    case Label::kEntailment:
      return 1;
    case Label::kNeutral:
      return 0.5;
    case Label::kContradiction:
      return 0;
  }
  return 0.5;
}

Unit response_unit(const Record& record, const ResponseJudgement& judgement, Compat compat) {
  const Label label = judgement.scores.label();
  Unit unit;
  unit.kind = UnitKind::kText;
  unit.text = record.response;
  unit.span = text::OffsetIndex(record.response).span(0, record.response.size());
  unit.verdict = verdict_of(label);
  unit.score = entailment_score(label);
  unit.evidence = Knowledge(record, compat).evidence(judgement.reading);
  return unit;
}

}  // namespace assay
