#pragma once
// A parsed text as a tree: children, subtrees and ancestors, which nlp::Doc stores only as heads.
//
// Borrows the Doc, which must outlive it. Immutable after construction; safe to share.

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/nlp.h"

namespace assay::q2 {

class DependencyTree {
 public:
  explicit DependencyTree(const nlp::Doc& doc);

  const nlp::Doc& doc() const { return *doc_; }
  const nlp::Token& token(std::size_t i) const { return doc_->tokens[i]; }
  std::string lower(std::size_t i) const;

  const std::vector<std::size_t>& children(std::size_t i) const { return children_[i]; }

  // The first child with one of these dependency labels.
  std::optional<std::size_t> child(std::size_t i,
                                   std::initializer_list<std::string_view> labels) const;

  // All tokens below `i` and `i` itself, in text order; what lies below `without` is left out.
  std::vector<std::size_t> subtree(std::size_t i,
                                   const std::vector<std::size_t>& without = {}) const;

  // Whether `i` is `ancestor` or stands below it.
  bool is_below(std::size_t i, std::size_t ancestor) const;

  // The token of [begin, end) whose head lies outside of it.
  std::size_t root_of(std::size_t begin, std::size_t end) const;

 private:
  const nlp::Doc* doc_;
  std::vector<std::vector<std::size_t>> children_;
};

// Whether `label` is one of `labels`.
bool one_of(std::string_view label, std::initializer_list<std::string_view> labels);

}  // namespace assay::q2
