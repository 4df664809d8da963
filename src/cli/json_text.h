#pragma once
// JSON for --json.

#include "base/json_text.h"

namespace assay::cli {

using base::Json;
using base::json_text;

}  // namespace assay::cli
