#include "assay/agreement.h"
#include "evaluate/estimate_json.h"

namespace assay::evaluate {

using base::Json;

namespace {

Json json_of(const RaterPair& pair) {
  Json categories = Json::array();
  for (const auto& [category, jaccard] : pair.categories)
    categories.push_back({{"category", category}, {"jaccard", json_or_null(jaccard)}});
  return {{"first", pair.first},
          {"second", pair.second},
          {"n", pair.n},
          {"raw_agreement", json_or_null(pair.raw_agreement)},
          {"cohen_kappa", json_or_null(pair.cohen_kappa)},
          {"jaccard", json_or_null(pair.jaccard)},
          {"categories", categories}};
}

}  // namespace

std::string to_json(const AgreementReport& report, const AgreementOptions& options) {
  Json pairs = Json::array();
  for (const RaterPair& pair : report.pairs) pairs.push_back(json_of(pair));
  return base::json_text({{"schema", "assay.agreement/1"},
                          {"n_items", report.n_items},
                          {"n_raters", report.n_raters},
                          {"n_ratings", report.n_ratings},
                          {"n_paired", report.n_paired},
                          {"n_complete", report.n_complete},
                          {"level", to_string(options.level)},
                          {"weights", to_string(options.weights)},
                          {"bootstrap", evaluate::json_of(options.bootstrap)},
                          {"measures", evaluate::json_of(report.measures)},
                          {"pairs", pairs}});
}

}  // namespace assay::evaluate
