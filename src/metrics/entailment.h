#pragma once
// End-to-end NLI: does the knowledge entail the whole response? The `nli` reference, and what
// stands in for Q² where no question can be counted.
//
// Every passage that speaks of the response (metrics/passage_relevance.h) is a premise of its own,
// and the one that the model is surest about decides: that with the highest probability of
// entailment or contradiction, the first of equals. The model chooses among the windows of a long
// passage in the same way. In paper mode there is one premise: all passages, joined with a space
// and lower-cased.

#include <cstddef>
#include <span>
#include <vector>

#include "assay/error.h"
#include "assay/metric.h"
#include "assay/model.h"
#include "assay/record.h"
#include "assay/result.h"

namespace assay {

struct ResponseJudgement {
  NliScores scores;         // of the reading that decides
  std::size_t reading = 0;  // which one (metrics/knowledge.h)
  bool truncated = false;   // of any reading
};

// One judgement a record, in order; each must have a response and knowledge. One call of the model.
Result<std::vector<ResponseJudgement>> judge_responses(const NliModel& model,
                                                       std::span<const Record* const> records,
                                                       Compat compat);

// Entailment 1, neutral 0.5, contradiction 0.
double entailment_score(NliScores::Label label);

// The whole response as a unit, with the passages that decided as evidence.
Unit response_unit(const Record& record, const ResponseJudgement& judgement, Compat compat);

}  // namespace assay
