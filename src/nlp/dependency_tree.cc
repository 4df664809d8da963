#include "nlp/dependency_tree.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::nlp {
namespace {

constexpr std::string_view kDelimiter = "||";

// The outermost words that depend on each word, directly or not.
struct Edges {
  std::vector<std::size_t> left;
  std::vector<std::size_t> right;
};

void widen(Edges& edges, std::size_t head, std::size_t child) {
  edges.left[head] = std::min(edges.left[head], edges.left[child]);
  edges.right[head] = std::max(edges.right[head], edges.right[child]);
}

std::vector<bool> sentence_starts_of(const std::vector<std::size_t>& heads, const Edges& edges) {
  std::vector<bool> starts(heads.size());
  for (std::size_t word = 0; word < heads.size(); ++word) {
    if (heads[word] == word) starts[edges.left[word]] = true;
  }
  return starts;
}

bool heads_lie_within(const std::vector<std::size_t>& heads, std::size_t begin, std::size_t last) {
  for (std::size_t word = begin; word < last; ++word) {
    if (heads[word] < begin || heads[word] > last) return false;
  }
  return true;
}

// As spaCy checks it: a sentence may reach up to the first word of the next.
bool sentences_are_closed(const std::vector<std::size_t>& heads, const Edges& edges) {
  const std::vector<bool> starts = sentence_starts_of(heads, edges);
  std::size_t begin = 0;
  for (std::size_t word = 0; word < heads.size(); ++word) {
    if ((word > 0 && starts[word]) || word + 1 == heads.size()) {
      if (!heads_lie_within(heads, begin, word)) return false;
      begin = word;
    }
  }
  return true;
}

// One pass over a projective tree finds all edges; others need a few, and spaCy stops at twelve.
Edges edges_of(const std::vector<std::size_t>& heads) {
  constexpr int kMostPasses = 12;
  Edges edges;
  for (std::size_t word = 0; word < heads.size(); ++word) {
    edges.left.push_back(word);
    edges.right.push_back(word);
  }
  for (int pass = 0; pass < kMostPasses; ++pass) {
    for (std::size_t word = 0; word < heads.size(); ++word) widen(edges, heads[word], word);
    for (std::size_t word = heads.size(); word-- > 0;) widen(edges, heads[word], word);
    if (sentences_are_closed(heads, edges)) break;
  }
  return edges;
}

// Searches breadth-first, from left to right, below the head of `word`; the head itself if nothing
// there has the label.
std::size_t find_head(const DependencyTree& tree, const Edges& edges,
                      const std::vector<bool>& is_space, std::size_t word,
                      std::optional<std::size_t> wanted) {
  std::vector<std::size_t> queue{tree.heads[word]};
  for (std::size_t next = 0; wanted && next < queue.size(); ++next) {
    const std::size_t parent = queue[next];
    for (std::size_t child = edges.left[parent]; child <= edges.right[parent]; ++child) {
      if (child == parent || tree.heads[child] != parent) continue;
      if (is_space[child] || child == word) continue;
      if (tree.labels[child] == *wanted) return child;
      queue.push_back(child);
    }
  }
  return tree.heads[word];
}

}  // namespace

std::optional<std::size_t> DependencyLabels::find(std::string_view label) const {
  const auto found = std::ranges::find(names_, label, &Name::text);
  if (found == names_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names_.begin());
}

Result<std::size_t> DependencyLabels::add(const std::string& label) {
  if (const auto known = find(label)) return *known;
  if (label == "subtok") {
    return fail(ErrorCode::kUnsupported, "a parser that merges tokens (label `subtok`)");
  }
  Name name{label, std::nullopt, {}};
  if (const std::size_t delimiter = label.find(kDelimiter); delimiter != std::string::npos) {
    name.head_label = label.substr(delimiter + kDelimiter.size());
    if (name.head_label.find(kDelimiter) != std::string::npos) {
      return fail(ErrorCode::kUnsupported,
                  fmt::format("the label `{}`, which is decorated more than once", label));
    }
    const auto base = add(label.substr(0, delimiter));
    if (!base) return base;
    name.base = *base;
  }
  names_.push_back(std::move(name));
  return names_.size() - 1;
}

std::optional<std::size_t> DependencyLabels::head_label(std::size_t label) const {
  return find(names_[label].head_label);
}

void finish_tree(DependencyTree& tree, const DependencyLabels& labels,
                 const std::vector<bool>& is_space) {
  Edges edges = edges_of(tree.heads);
  bool changed = false;
  for (std::size_t word = 0; word < tree.heads.size(); ++word) {
    const std::size_t label = tree.labels[word];
    if (!labels.is_decorated(label)) continue;
    tree.heads[word] = find_head(tree, edges, is_space, word, labels.head_label(label));
    tree.labels[word] = labels.base(label);
    changed = true;
  }
  if (changed) edges = edges_of(tree.heads);
  tree.sentence_starts = sentence_starts_of(tree.heads, edges);
}

}  // namespace assay::nlp
