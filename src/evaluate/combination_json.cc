#include "assay/combine.h"
#include "base/json_text.h"
#include "evaluate/estimate_json.h"

namespace assay::evaluate {

std::string to_json(const FittedEnsemble& fitted, const CombineOptions& options) {
  base::Json json = {{"schema", "assay.combination/1"},
                     {"ensemble", base::Json::parse(to_json(fitted.ensemble))},
                     {"bootstrap", json_of(options.bootstrap)},
                     {"roc_auc", json_of(fitted.roc_auc)},
                     {"best", fitted.best},
                     {"difference", json_of(fitted.difference)}};
  json["delong_p"] = json_or_null(fitted.delong_p);
  return base::json_text(json);
}

}  // namespace assay::evaluate
