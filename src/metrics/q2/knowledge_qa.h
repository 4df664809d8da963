#pragma once
// Step 6 of Q², first half: every counted question is asked of the knowledge.

#include <span>

#include "assay/error.h"
#include "metrics/q2/window.h"

namespace assay::q2 {

// Fills KnowledgeAnswer of every counted question, in one call of the model. Of several readings
// the answer with the highest margin over "no answer" wins, the first of equals.
Result<void> ask_knowledge(const QaModel& qa, SpanDecoding decoding, std::span<RecordState> states);

}  // namespace assay::q2
