#pragma once
// The question words that ask for a phrase: "who", "in what year", "how many", "where", ...

#include <string>
#include <vector>

#include "metrics/q2/dependency_tree.h"
#include "metrics/q2/gap.h"
#include "metrics/q2/question_generator.h"

namespace assay::q2 {

struct WhPhrase {
  std::string words;                 // lower case
  bool absorbs_preposition = false;  // "where" stands for "in London", not for "London"
};

// Ways to ask for the candidate, best first, at least one.
std::vector<WhPhrase> wh_phrases(const DependencyTree& tree, const Candidate& candidate,
                                 const Gap& gap);

}  // namespace assay::q2
