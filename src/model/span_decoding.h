#pragma once
// From start and end logits to an answer span, for one sequence.

#include <cstddef>
#include <optional>
#include <span>

namespace assay::model {

inline constexpr std::size_t kMaxAnswerTokens = 30;

// Positions in the sequence, both inside the span.
struct TokenSpan {
  std::size_t first = 0;
  std::size_t last = 0;
  friend bool operator==(const TokenSpan&, const TokenSpan&) = default;
};

struct DecodedSpan {
  std::optional<TokenSpan> span;
  double margin = 0;  // logits of the span minus logits of token 0, the null answer
};

// The span with the largest sum of logits among those that lie in [context_begin, context_end),
// have first <= last and at most kMaxAnswerTokens tokens; the first of equals. No span when the
// context has no token.
DecodedSpan decode_best_valid(std::span<const float> start, std::span<const float> end,
                              std::size_t context_begin, std::size_t context_end);

// Argmax of start and of end apart, over the whole sequence, as the code of the Q² paper does it.
// There is no span when the end lies before the start or when the two do not lie in the context
// (token 0 is the usual case); the margin is that of the two positions all the same.
DecodedSpan decode_independent(std::span<const float> start, std::span<const float> end,
                               std::size_t context_begin, std::size_t context_end);

}  // namespace assay::model
