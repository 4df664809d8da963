#pragma once
// The clause of a text that says something about a phrase: its verb, subject, auxiliaries and
// words.

#include <cstddef>
#include <optional>
#include <vector>

#include "metrics/q2/dependency_tree.h"

namespace assay::q2 {

struct Clause {
  std::size_t verb = 0;
  // The subject's words in text order; of the verb's own subject, of the verb it is coordinated
  // with ("was born in Queens and GREW UP"), or of the noun that a relative clause describes.
  std::vector<std::size_t> subject;
  std::size_t subject_root = 0;
  bool own_subject = false;              // it stands in the clause, before the verb
  bool expletive = false;                // "there are ..."
  std::vector<std::size_t> auxiliaries;  // before the verb, in text order
  // Everything that is said of the subject, the verb and auxiliaries included, in text order.
  std::vector<std::size_t> predicate;
};

// The smallest clause that holds token `i` and has a subject; none for fragments.
std::optional<Clause> find_clause(const DependencyTree& tree, std::size_t i);

}  // namespace assay::q2
