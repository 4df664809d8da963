#pragma once
// Step 7 of Q²: from counted questions to the result of a record.

#include "assay/result.h"
#include "metrics/entailment.h"
#include "metrics/q2/q2_metric.h"
#include "metrics/q2/window.h"

namespace assay::q2 {

struct ResultOptions {
  Variant variant = Variant::kNli;
  Compat compat = Compat::kNone;
  double threshold = 0.5;
};

// The mean over the counted questions, of which there must be one.
RecordResult result_of(const RecordState& state, const ResultOptions& options);

// The same for a record without a counted question: end-to-end NLI stands in for both scores.
RecordResult fallback_result(const RecordState& state, const ResponseJudgement& judgement,
                             const ResultOptions& options);

const char* name_of(Variant variant);  // "q2", "q2-f1"

}  // namespace assay::q2
