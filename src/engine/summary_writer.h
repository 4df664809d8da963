#pragma once
// The last line of a result file.

#include <string>

#include "assay/engine.h"

namespace assay::engine {

// One line of JSON without a line break; nothing that differs from one run to the next.
std::string summary_json_line(const RunSummary& summary);

}  // namespace assay::engine
