#include "llm/scoring.h"

#include <algorithm>
#include <cmath>

#include "llm/log_probabilities.h"

namespace assay::llm {
namespace {

// A continuation that is being read.
struct Reading {
  std::size_t index = 0;       // among the continuations
  std::size_t hypothesis = 0;  // among those in the context
};

double log_probability(std::span<const float> logits, TokenId token) {
  return static_cast<double>(logits[static_cast<std::size_t>(token)]) - log_normalizer(logits);
}

}  // namespace

Result<std::vector<std::vector<double>>> score_continuations(
    DecodingContext& context, std::span<const TokenId> prompt,
    std::span<const std::vector<TokenId>> continuations, llama_adapter_lora* adapter) {
  auto first = context.start(prompt, adapter);
  if (!first) return tl::unexpected(first.error());
  std::vector<std::vector<double>> scores(continuations.size());
  std::vector<Reading> open;
  for (std::size_t i = 0; i < continuations.size(); ++i) {
    scores[i].push_back(log_probability(*first, continuations[i].front()));
    if (continuations[i].size() > 1) open.push_back({i, 0});
  }
  for (std::size_t length = 1; !open.empty(); ++length) {
    std::vector<GrownHypothesis> grown;
    for (const Reading& one : open) {
      grown.push_back({one.hypothesis, continuations[one.index][length - 1]});
    }
    const auto rows = context.grow(grown);
    if (!rows) return tl::unexpected(rows.error());
    std::vector<Reading> longer;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const std::vector<TokenId>& continuation = continuations[open[i].index];
      scores[open[i].index].push_back(log_probability((*rows)[i], continuation[length]));
      if (continuation.size() > length + 1) longer.push_back({open[i].index, i});
    }
    open = std::move(longer);
  }
  const auto is_number = [](double score) { return std::isfinite(score); };
  for (const auto& one : scores) {
    if (!std::ranges::all_of(one, is_number)) return tl::unexpected(no_numbers());
  }
  return scores;
}

}  // namespace assay::llm
