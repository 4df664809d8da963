#include "model/span_decoding.h"

#include <algorithm>

namespace assay::model {
namespace {

double margin_of(std::span<const float> start, std::span<const float> end, TokenSpan span) {
  return (static_cast<double>(start[span.first]) + static_cast<double>(end[span.last])) -
         (static_cast<double>(start[0]) + static_cast<double>(end[0]));
}

}  // namespace

DecodedSpan decode_best_valid(std::span<const float> start, std::span<const float> end,
                              std::size_t context_begin, std::size_t context_end) {
  DecodedSpan best;
  for (std::size_t first = context_begin; first < context_end; ++first) {
    const std::size_t stop = std::min(context_end, first + kMaxAnswerTokens);
    for (std::size_t last = first; last < stop; ++last) {
      const double margin = margin_of(start, end, {first, last});
      if (!best.span || margin > best.margin) best = {TokenSpan{first, last}, margin};
    }
  }
  return best;
}

DecodedSpan decode_independent(std::span<const float> start, std::span<const float> end,
                               std::size_t context_begin, std::size_t context_end) {
  const auto top = [](std::span<const float> logits) {
    return static_cast<std::size_t>(std::max_element(logits.begin(), logits.end()) -
                                    logits.begin());
  };
  const TokenSpan span{top(start), top(end)};
  DecodedSpan decoded{std::nullopt, margin_of(start, end, span)};
  if (span.first >= context_begin && span.last >= span.first && span.last < context_end) {
    decoded.span = span;
  }
  return decoded;
}

}  // namespace assay::model
