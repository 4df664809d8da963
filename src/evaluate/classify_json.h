#pragma once
// What `assay evaluate classify` says, as a part of a larger JSON object.

#include "assay/classify.h"
#include "base/json_text.h"

namespace assay::evaluate {

base::Json classify_json(const ClassifyReport& report, const ClassifyOptions& options);

}  // namespace assay::evaluate
