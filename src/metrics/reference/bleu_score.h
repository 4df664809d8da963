#pragma once
// BLEU from the counts of n-grams, for one record or the sums of many.

#include <array>
#include <cstdint>

#include "assay/reference_options.h"
#include "metrics/reference/ngrams.h"

namespace assay::reference {

struct BleuCounts {
  std::int64_t response_tokens = 0;
  std::int64_t other_tokens = 0;  // of several others the length that is nearest to the response's
  std::array<std::int64_t, kLongestNgram> shared{};  // n-grams of the response that an other has
  std::array<std::int64_t, kLongestNgram> ngrams{};  // n-grams of the response
};

struct BleuScore {
  double bleu = 0;                                 // 0 to 100
  std::array<double, kLongestNgram> precisions{};  // 0 to 100, smoothed
  double brevity_penalty = 0;                      // 0 to 1
};

// `effective_order`: only lengths of n-grams count that the response has, as sacrebleu's
// sentence_bleu has it; else a response of fewer than four tokens scores 0, as its corpus_bleu has
// it. Nothing shared at all is 0, however it is smoothed.
BleuScore bleu_of(const BleuCounts& counts, const BleuOptions& options, bool effective_order);

}  // namespace assay::reference
