#pragma once
// What a question leaves out: the candidate, and the words around it that cannot stay without it.

#include <cstddef>
#include <optional>
#include <vector>

#include "metrics/q2/dependency_tree.h"
#include "metrics/q2/question_generator.h"

namespace assay::q2 {

struct Gap {
  std::size_t begin = 0;  // candidate tokens, a determiner before them included
  std::size_t end = 0;
  std::size_t root = 0;  // the candidate's head token
  // The noun that the candidate describes from the left ("10000 people", "Bob's house"), and the
  // words from the candidate to it; the question asks for them together ("how many people").
  std::optional<std::size_t> noun;
  std::vector<std::size_t> pied;

  bool holds(std::size_t i) const { return i >= begin && i < end; }
  // The token by which the asked-for phrase hangs in the sentence.
  std::size_t top() const { return noun.value_or(root); }
};

Gap find_gap(const DependencyTree& tree, const Candidate& candidate);

}  // namespace assay::q2
