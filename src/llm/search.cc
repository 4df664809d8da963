#include "llm/search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "llm/log_probabilities.h"
#include "llm/ngram_rule.h"

namespace assay::llm {
namespace {

// The tokens that stand before the continuation in the model's decoder.
std::vector<TokenId> decoder_prefix(const LanguageModel& model, std::span<const TokenId> prompt) {
  if (model.has_encoder) return {model.decoder_start};
  return {prompt.begin(), prompt.end()};
}

// The likeliest token that is not blocked; of equals the smallest.
std::size_t best_token(std::span<const float> logits, std::span<const TokenId> blocked) {
  std::size_t best = logits.size();
  for (std::size_t i = 0; i < logits.size(); ++i) {
    if (best < logits.size() && logits[i] <= logits[best]) continue;
    if (std::find(blocked.begin(), blocked.end(), static_cast<TokenId>(i)) == blocked.end()) {
      best = i;
    }
  }
  return best < logits.size() ? best : 0;
}

Result<std::vector<FinishedBeam>> greedy_search(DecodingContext& context,
                                                const LanguageModel& model,
                                                std::span<const TokenId> prompt,
                                                const GenerationOptions& options,
                                                std::size_t max_tokens) {
  std::vector<TokenId> tokens = decoder_prefix(model, prompt);
  FinishedBeam found;
  auto row = context.start(prompt);
  if (!row) return tl::unexpected(row.error());
  std::span<const float> logits = *row;
  while (true) {
    const auto blocked =
        tokens_completing_ngrams(tokens, static_cast<std::size_t>(options.no_repeat_ngram));
    const std::size_t best = best_token(logits, blocked);
    const auto token = static_cast<TokenId>(best);
    found.log_probability += static_cast<double>(logits[best]) - log_normalizer(logits);
    found.tokens.push_back(token);
    tokens.push_back(token);
    found.ended = model.vocabulary.is_end(token);
    if (found.ended || found.tokens.size() >= max_tokens) break;
    const GrownHypothesis next{0, token};
    auto rows = context.grow({&next, 1});
    if (!rows) return tl::unexpected(rows.error());
    logits = rows->front();
  }
  const auto length = static_cast<double>(found.tokens.size());
  found.score = found.log_probability / std::pow(length, options.length_penalty);
  return std::vector<FinishedBeam>{std::move(found)};
}

std::vector<GrownHypothesis> hypotheses_of(const std::vector<Beam>& beams) {
  std::vector<GrownHypothesis> hypotheses;
  for (const Beam& beam : beams) hypotheses.push_back({beam.parent, beam.tokens.back()});
  return hypotheses;
}

Result<std::vector<FinishedBeam>> beam_search(DecodingContext& context, const LanguageModel& model,
                                              std::span<const TokenId> prompt,
                                              const GenerationOptions& options,
                                              std::size_t max_tokens) {
  BeamSearch beams(options, {decoder_prefix(model, prompt), model.vocabulary.ends(), max_tokens});
  auto row = context.start(prompt);
  if (!row) return tl::unexpected(row.error());
  const std::vector<std::span<const float>> first(beams.beams().size(), *row);
  beams.advance(first);
  while (!beams.done()) {
    auto rows = context.grow(hypotheses_of(beams.beams()));
    if (!rows) return tl::unexpected(rows.error());
    beams.advance(*rows);
  }
  return beams.finish();
}

}  // namespace

Result<std::vector<FinishedBeam>> search(DecodingContext& context, const LanguageModel& model,
                                         std::span<const TokenId> prompt,
                                         const GenerationOptions& options, std::size_t max_tokens) {
  if (options.beams == 1) return greedy_search(context, model, prompt, options, max_tokens);
  return beam_search(context, model, prompt, options, max_tokens);
}

}  // namespace assay::llm
