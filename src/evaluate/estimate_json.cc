#include "evaluate/estimate_json.h"

namespace assay::evaluate {

using base::Json;

Json json_of(const Estimate& estimate) {
  const auto& interval = estimate.interval;
  return {{"value", json_or_null(estimate.value)},
          {"low", interval ? Json(interval->low) : Json()},
          {"high", interval ? Json(interval->high) : Json()}};
}

Json json_of(const BootstrapOptions& options) {
  return {{"rounds", options.rounds}, {"seed", options.seed}, {"confidence", options.confidence}};
}

Json json_of(const NamedEstimates& estimates) {
  Json json = Json::object();
  for (const auto& [name, estimate] : estimates) json[name] = json_of(estimate);
  return json;
}

}  // namespace assay::evaluate
