#pragma once
// What spaCy derives from the arcs of a parse: sentence starts, and the heads that the parser could
// only encode in labels.
//
// The parser is projective; it marks a word that belongs to another head further down by a label
// "X||Y": label X, and the head is the first word labelled Y below the present head.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"

namespace assay::nlp {

// Labels as indices, so that they compare quickly.
class DependencyLabels {
 public:
  // kUnsupported for labels that spaCy treats specially in a way that is not supported.
  Result<std::size_t> add(const std::string& label);

  std::string_view name(std::size_t label) const { return names_[label].text; }

  // For a label "X||Y": X, and Y when any word can have it.
  bool is_decorated(std::size_t label) const { return names_[label].base.has_value(); }
  std::size_t base(std::size_t label) const { return *names_[label].base; }
  std::optional<std::size_t> head_label(std::size_t label) const;

 private:
  struct Name {
    std::string text;
    std::optional<std::size_t> base;
    std::string head_label;
  };
  std::vector<Name> names_;

  std::optional<std::size_t> find(std::string_view label) const;
};

struct DependencyTree {
  std::vector<std::size_t> heads;  // itself for a root
  std::vector<std::size_t> labels;
  std::vector<bool> sentence_starts;
};

// Fills in tree.sentence_starts; reattaches words with decorated labels and undecorates them.
void finish_tree(DependencyTree& tree, const DependencyLabels& labels,
                 const std::vector<bool>& is_space);

}  // namespace assay::nlp
