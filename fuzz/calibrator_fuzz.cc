// Any bytes as a calibrator: an error, or one that gives probabilities and is written as it was
// read.

#include <cstdlib>
#include <string_view>

#include "assay/calibrate.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto fitted = assay::evaluate::parse_calibrator(text);
  if (!fitted) return 0;
  for (const double score : {-1e308, -1.0, 0.0, 0.3, 1.0, 1e308}) {
    const auto probability = fitted->calibrator.probability(score);
    if (probability && !(*probability >= 0 && *probability <= 1)) std::abort();
    static_cast<void>(fitted->calibrator.is_grounded(score));
  }
  const std::string json = to_json(*fitted);
  const auto again = assay::evaluate::parse_calibrator(json);
  if (!again || to_json(*again) != json) std::abort();
  return 0;
}
