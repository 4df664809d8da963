#include "nlp/noun_chunks.h"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "nlp/english_tables.h"

namespace assay::nlp {
namespace {

// How often spaCy adjusts the edges of a tree whose arcs cross.
constexpr int kMostPasses = 12;

bool is_nominal(std::string_view pos) {
  return pos == "NOUN" || pos == "PROPN" || pos == "PRON";
}

bool heads_noun_phrase(std::string_view dep) {
  return std::ranges::find(english::noun_chunk_labels(), dep) != english::noun_chunk_labels().end();
}

// Whether every head lies in the sentence of its token, sentences beginning where the subtree of a
// root begins.
bool heads_lie_within_sentences(std::span<const TokenAnalysis> tokens,
                                const std::vector<std::size_t>& edges) {
  std::vector<bool> starts(tokens.size(), false);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].head == i) starts[edges[i]] = true;
  }
  std::size_t start = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!(i > 0 && starts[i]) && i + 1 != tokens.size()) continue;
    for (std::size_t j = start; j < i; ++j) {
      if (tokens[j].head < start || tokens[j].head > i) return false;
    }
    start = i;
  }
  return true;
}

// The token that a conjunct is coordinated to, through chains of conjuncts.
const TokenAnalysis& first_conjunct(std::span<const TokenAnalysis> tokens, std::size_t conjunct) {
  std::size_t head = tokens[conjunct].head;
  while (tokens[head].dep == "conj" && tokens[head].head < head) head = tokens[head].head;
  return tokens[head];
}

}  // namespace

std::vector<std::size_t> left_edges(std::span<const TokenAnalysis> tokens) {
  std::vector<std::size_t> edges(tokens.size());
  std::iota(edges.begin(), edges.end(), std::size_t{0});
  const auto pull_head = [&](std::size_t child) {
    std::size_t& head = edges[tokens[child].head];
    head = std::min(head, edges[child]);
  };
  for (int pass = 0; pass < kMostPasses; ++pass) {
    for (std::size_t i = 0; i < tokens.size(); ++i) pull_head(i);
    for (std::size_t i = tokens.size(); i-- > 0;) pull_head(i);
    if (heads_lie_within_sentences(tokens, edges)) break;
  }
  return edges;
}

std::vector<ChunkSpan> english_noun_chunks(std::span<const TokenAnalysis> tokens) {
  const std::vector<std::size_t> edges = left_edges(tokens);
  std::vector<ChunkSpan> chunks;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    // Chunks never nest.
    if (!is_nominal(tokens[i].pos) || (!chunks.empty() && edges[i] < chunks.back().end)) continue;
    const bool is_chunk =
        heads_noun_phrase(tokens[i].dep) ||
        (tokens[i].dep == "conj" && heads_noun_phrase(first_conjunct(tokens, i).dep));
    if (is_chunk) chunks.push_back({edges[i], i + 1});
  }
  return chunks;
}

}  // namespace assay::nlp
