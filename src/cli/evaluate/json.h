#pragma once
// What the experiments of `assay evaluate` print the same way as JSON.

#include "assay/experiment.h"
#include "cli/json_text.h"
#include "evaluate/estimate_json.h"

namespace assay::cli {

using evaluate::json_of;
using evaluate::json_or_null;

// What a row of an experiment counted, and its means, behind what `object` holds.
void add_measured(Json& object, const evaluate::RobustnessRow& row);

}  // namespace assay::cli
