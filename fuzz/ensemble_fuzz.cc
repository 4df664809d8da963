// Any bytes as an ensemble: an error, or one that gives probabilities and is written as it was
// read.

#include <cstdlib>
#include <string_view>

#include "assay/ensemble.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto ensemble = assay::parse_ensemble(text);
  if (!ensemble) return 0;
  if (!assay::is_ensemble(text)) std::abort();
  for (const double score : {-1e100, -1.0, 0.0, 0.3, 1.0, 1e100}) {
    const std::vector<double> scores(ensemble->terms.size(), score);
    const double probability = assay::probability_of(ensemble->logit(scores));
    if (!(probability >= 0 && probability <= 1)) std::abort();
  }
  const std::string json = to_json(*ensemble);
  const auto again = assay::parse_ensemble(json);
  if (!again || to_json(*again) != json) std::abort();
  return 0;
}
