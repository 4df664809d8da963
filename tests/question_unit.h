#pragma once
// A question of Q², for tests of how results are shown.

#include <string>

#include "assay/result.h"

namespace assay {

// When Ada Lovelace was born, compared as told; the knowledge answers unless that is "no_answer".
inline Unit question_unit(double score, const std::string& comparison) {
  QuestionDetail detail;
  detail.question = "When was Ada Lovelace born?";
  detail.response_answer = "1815";
  if (comparison != "no_answer") detail.knowledge_answer = "10 December 1815";
  detail.comparison = comparison;
  detail.f1 = score;
  Unit unit;
  unit.kind = UnitKind::kQuestion;
  unit.text = "1815";
  unit.span = Span{26, 30, 26, 30};
  unit.verdict = score == 1 ? Verdict::kSupported : Verdict::kRefuted;
  unit.score = score;
  unit.detail = detail;
  return unit;
}

}  // namespace assay
