#include "assay/system_level.h"
#include "evaluate/estimate_json.h"

namespace assay::evaluate {

using base::Json;

namespace {

Json json_of(const SystemLevelRow& row) {
  Json systems = Json::array();
  for (const auto& system : row.systems) {
    systems.push_back({{"share", system.share},
                       {"ungrounded", system.ungrounded},
                       {"mean_score", system.mean_score}});
  }
  return {{"metric", row.metric},           {"missing", row.missing},
          {"fill", json_or_null(row.fill)}, {"n_contexts", row.n_contexts},
          {"n_missing", row.n_missing},     {"spearman", evaluate::json_of(row.spearman)},
          {"n_undefined", row.n_undefined}, {"systems", systems}};
}

}  // namespace

std::string to_json(const SystemLevelReport& report, const SystemLevelOptions& options) {
  Json rows = Json::array();
  for (const SystemLevelRow& row : report.rows) rows.push_back(json_of(row));
  return base::json_text({{"schema", "assay.system_level/1"},
                          {"n_contexts", report.n_contexts},
                          {"n_pairs", report.n_pairs},
                          {"drawn", options.drawn},
                          {"rounds", options.rounds.rounds},
                          {"seed", options.rounds.seed},
                          {"confidence", options.rounds.confidence},
                          {"rows", rows}});
}

}  // namespace assay::evaluate
