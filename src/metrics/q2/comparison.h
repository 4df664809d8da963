#pragma once
// Step 6 of Q², second half: do the response and the knowledge give a question the same answer?

#include <span>

#include "assay/error.h"
#include "metrics/q2/window.h"

namespace assay::q2 {

// Fills Comparison of every counted question. No answer: 0. Token F1 of the normalised answers is
// 1, or the candidate is a pronoun, which no name can be compared with: 1. Else NLI of the two
// answers, each behind the question: entailment 1, contradiction 0, neutral the F1. One call of the
// model.
Result<void> compare_answers(const NliModel& nli, std::span<RecordState> states);

}  // namespace assay::q2
