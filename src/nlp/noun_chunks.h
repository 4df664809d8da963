#pragma once
// English noun chunks: base noun phrases read off the dependency tree, as spaCy's
// `doc.noun_chunks`.
//
// Thread-safe, no failure; linear in the number of tokens.

#include <cstddef>
#include <span>
#include <vector>

#include "nlp/token_analysis.h"

namespace assay::nlp {

struct ChunkSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::vector<ChunkSpan> english_noun_chunks(std::span<const TokenAnalysis> tokens);

// The leftmost token of each token's subtree.
std::vector<std::size_t> left_edges(std::span<const TokenAnalysis> tokens);

}  // namespace assay::nlp
