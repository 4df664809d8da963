#include "cli/evaluate/json.h"

namespace assay::cli {

void add_measured(Json& object, const evaluate::RobustnessRow& row) {
  object["n"] = row.n;
  object["n_measured"] = row.n_measured;
  object["threshold"] = row.threshold;
  object["n_above"] = row.n_above;
  object["n_paired"] = row.n_paired;
  object["mean"] = json_of(row.mean);
  object["difference"] = json_of(row.difference);
}

}  // namespace assay::cli
