#pragma once
// Words of a question in the making: tokens of the response mixed with new words.

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "metrics/q2/dependency_tree.h"

namespace assay::q2 {

class Phrase {
 public:
  explicit Phrase(const DependencyTree& tree) : tree_(&tree) {}

  Phrase& add(std::size_t token);
  Phrase& add(const std::vector<std::size_t>& tokens);
  Phrase& add(std::string words);

  // The words with the response's own spacing between neighbours, a capital first letter and a
  // question mark. A word that began the response's sentence loses its capital unless it is a name.
  std::string as_question() const;

 private:
  std::string word(std::size_t token) const;

  const DependencyTree* tree_;
  std::vector<std::variant<std::size_t, std::string>> pieces_;
};

}  // namespace assay::q2
