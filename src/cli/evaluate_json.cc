#include "cli/evaluate_json.h"

namespace assay::cli {

Json json_of(const evaluate::Estimate& estimate) {
  const auto& interval = estimate.interval;
  return {{"value", json_or_null(estimate.value)},
          {"low", interval ? Json(interval->low) : Json()},
          {"high", interval ? Json(interval->high) : Json()}};
}

Json json_of(const evaluate::BootstrapOptions& options) {
  return {{"rounds", options.rounds}, {"seed", options.seed}, {"confidence", options.confidence}};
}

void add_measured(Json& object, const evaluate::RobustnessRow& row) {
  object["n"] = row.n;
  object["n_measured"] = row.n_measured;
  object["threshold"] = row.threshold;
  object["n_above"] = row.n_above;
  object["n_paired"] = row.n_paired;
  object["mean"] = json_of(row.mean);
  object["difference"] = json_of(row.difference);
}

Json json_of(const evaluate::NamedEstimates& estimates) {
  Json json = Json::object();
  for (const auto& [name, estimate] : estimates) json[name] = json_of(estimate);
  return json;
}

}  // namespace assay::cli
