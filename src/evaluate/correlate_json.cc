#include "assay/correlate.h"
#include "evaluate/estimate_json.h"

namespace assay::evaluate {

using base::Json;

namespace {

Json json_of(const CorrelationRow& row) {
  Json correlations = Json::array();
  for (const Correlation& correlation : row.correlations) {
    Json json = {{"kind", correlation.kind}};
    json.update(evaluate::json_of(correlation.estimate));
    json["p"] = json_or_null(correlation.p);
    correlations.push_back(std::move(json));
  }
  return {{"metric", row.metric},
          {"level", row.level},
          {"dataset", json_or_null(row.dataset)},
          {"missing", row.missing},
          {"fill", json_or_null(row.fill)},
          {"n", row.n},
          {"n_missing", row.n_missing},
          {"correlations", correlations}};
}

}  // namespace

std::string to_json(const CorrelateReport& report, const CorrelateOptions& options) {
  Json rows = Json::array();
  for (const CorrelationRow& row : report.rows) rows.push_back(json_of(row));
  return base::json_text({{"schema", "assay.correlate/1"},
                          {"n_items", report.n_items},
                          {"n_unrated", report.n_unrated},
                          {"bootstrap", evaluate::json_of(options.bootstrap)},
                          {"rows", rows}});
}

}  // namespace assay::evaluate
