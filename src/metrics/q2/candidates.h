#pragma once
// Step 1 of Q²: the phrases of a response that questions are asked about.

#include <vector>

#include "assay/metric.h"
#include "assay/nlp.h"
#include "metrics/q2/question_generator.h"

namespace assay::q2 {

// Named entities in their order, then noun chunks whose lower-cased text equals no candidate so
// far; "i" and markers (metrics/q2/markers.h) are dropped. An entity that stands twice in the
// response is a candidate once; in paper mode as often as it stands there, and markers stay. Noun
// chunks of pronouns of the third person alone are marked as such, but not in paper mode. `doc` must
// come from Pipeline::analyze.
std::vector<Candidate> find_candidates(const nlp::Doc& doc, Compat compat);

}  // namespace assay::q2
