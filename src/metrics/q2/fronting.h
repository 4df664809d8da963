#pragma once
// A clause turned into a question with the question word in front.

#include <optional>

#include "metrics/q2/clause.h"
#include "metrics/q2/gap.h"
#include "metrics/q2/phrase.h"
#include "metrics/q2/wh_phrase.h"

namespace assay::q2 {

// None where the grammar is not plain: the gap lies in a part of the clause that nothing can be
// moved out of, the verb has no form that can be inverted, or `wh` does not fit the preposition.
std::optional<Phrase> front(const DependencyTree& tree, const Clause& clause, const Gap& gap,
                            const WhPhrase& wh);

}  // namespace assay::q2
