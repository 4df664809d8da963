// Any bytes as a file of BERTScore's baselines: an error, or scores that are numbers and stay 1
// where they are 1.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "memory_file.h"
#include "metrics/reference/score_baseline.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const assay::MemoryFile file(data, size);
  for (const std::optional<int> layer :
       {std::optional<int>(), std::optional(0), std::optional(6)}) {
    const auto baseline = assay::reference::ScoreBaseline::read(file.path(), layer);
    if (!baseline) continue;
    const auto scores = baseline->rescaled({1, -1, 0.5});
    if (scores.precision != 1 || !std::isfinite(scores.recall) || !std::isfinite(scores.f1))
      std::abort();
  }
  return 0;
}
