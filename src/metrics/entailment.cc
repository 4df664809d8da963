#include "metrics/entailment.h"

#include <algorithm>
#include <deque>
#include <string>

#include "metrics/knowledge.h"
#include "metrics/passage_relevance.h"
#include "text/lower.h"
#include "text/offset_index.h"

namespace assay {
namespace {

using Label = NliScores::Label;

double decisiveness(const NliScores& scores) {
  return std::max(scores.entailment, scores.contradiction);
}

ResponseJudgement decide(std::span<const NliScores> scores,
                         const std::vector<std::size_t>& readings) {
  ResponseJudgement judgement;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (i == 0 || decisiveness(scores[i]) > decisiveness(judgement.scores)) {
      judgement.scores = scores[i];
      judgement.reading = readings[i];
    }
    judgement.truncated = judgement.truncated || scores[i].truncated;
  }
  return judgement;
}

std::vector<std::size_t> deciding_readings(const Knowledge& knowledge, const Record& record) {
  std::vector<std::string_view> texts;
  for (std::size_t i = 0; i < knowledge.size(); ++i) texts.push_back(knowledge.text(i));
  return relevant_passages(texts, record.response);
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
  std::vector<std::vector<std::size_t>> readings;
  std::vector<TextPair> pairs;
  for (const Record* record : records) {
    const Knowledge& known = knowledge.emplace_back(*record, compat);
    readings.push_back(deciding_readings(known, *record));
    for (const std::size_t reading : readings.back()) {
      std::string_view premise = known.text(reading);
      if (compat == Compat::kQ2Paper) premise = lowered.emplace_back(text::to_lower(premise));
      pairs.push_back({premise, record->response});
    }
  }
  const auto scores = model.judge(pairs);
  if (!scores) return tl::unexpected(scores.error());

  std::vector<ResponseJudgement> judgements;
  std::span<const NliScores> rest(*scores);
  for (const auto& of_record : readings) {
    judgements.push_back(decide(rest.first(of_record.size()), of_record));
    rest = rest.subspan(of_record.size());
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
