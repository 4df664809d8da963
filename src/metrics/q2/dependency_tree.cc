#include "metrics/q2/dependency_tree.h"

#include <algorithm>
#include <cctype>

namespace assay::q2 {

bool one_of(std::string_view label, std::initializer_list<std::string_view> labels) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

DependencyTree::DependencyTree(const nlp::Doc& doc) : doc_(&doc), children_(doc.tokens.size()) {
  for (std::size_t i = 0; i < doc.tokens.size(); ++i) {
    if (doc.tokens[i].head != i) children_[doc.tokens[i].head].push_back(i);
  }
}

std::string DependencyTree::lower(std::size_t i) const {
  // The words that the rules look for are ASCII, so ASCII lower case is enough.
  std::string text(token(i).text);
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::optional<std::size_t> DependencyTree::child(
    std::size_t i, std::initializer_list<std::string_view> labels) const {
  for (std::size_t c : children_[i]) {
    if (one_of(token(c).dep, labels)) return c;
  }
  return std::nullopt;
}

std::vector<std::size_t> DependencyTree::subtree(std::size_t i,
                                                 const std::vector<std::size_t>& without) const {
  std::vector<std::size_t> found;
  std::vector<std::size_t> open{i};
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    if (std::find(without.begin(), without.end(), at) != without.end()) continue;
    found.push_back(at);
    open.insert(open.end(), children_[at].begin(), children_[at].end());
  }
  std::sort(found.begin(), found.end());
  return found;
}

bool DependencyTree::is_below(std::size_t i, std::size_t ancestor) const {
  while (i != ancestor) {
    const std::size_t head = token(i).head;
    if (head == i) return false;
    i = head;
  }
  return true;
}

std::size_t DependencyTree::root_of(std::size_t begin, std::size_t end) const {
  for (std::size_t i = begin; i < end; ++i) {
    const std::size_t head = token(i).head;
    if (head == i || head < begin || head >= end) return i;
  }
  return end - 1;
}

}  // namespace assay::q2
