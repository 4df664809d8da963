#include "metrics/q2/gap.h"

namespace assay::q2 {
namespace {

// The noun that is described by `i` standing before it.
std::optional<std::size_t> described_noun(const DependencyTree& tree, std::size_t i) {
  std::size_t at = i;
  while (one_of(tree.token(at).dep, {"nummod", "compound", "amod", "poss", "nmod", "quantmod"}) &&
         tree.token(at).head > at) {
    at = tree.token(at).head;
  }
  if (at == i) return std::nullopt;
  return at;
}

bool is_determiner_of(const DependencyTree& tree, std::size_t i, std::size_t begin,
                      std::size_t end) {
  const std::size_t head = tree.token(i).head;
  return tree.token(i).dep == "det" && head >= begin && head < end;
}

}  // namespace

Gap find_gap(const DependencyTree& tree, const Candidate& candidate) {
  Gap gap;
  gap.begin = candidate.token_begin;
  gap.end = candidate.token_end;
  gap.root = tree.root_of(gap.begin, gap.end);
  gap.noun = described_noun(tree, gap.root);
  if (gap.noun && *gap.noun < gap.end) gap.noun.reset();
  if (gap.noun) {
    // "whose" stands for the clitic as well.
    if (tree.token(gap.end).dep == "case") ++gap.end;
    for (std::size_t i = gap.end; i <= *gap.noun; ++i) gap.pied.push_back(i);
    while (gap.begin > 0 && is_determiner_of(tree, gap.begin - 1, *gap.noun, *gap.noun + 1)) {
      --gap.begin;
    }
  } else if (gap.begin > 0 && is_determiner_of(tree, gap.begin - 1, gap.begin, gap.end)) {
    --gap.begin;
  }
  return gap;
}

}  // namespace assay::q2
