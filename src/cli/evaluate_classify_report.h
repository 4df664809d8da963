#pragma once
// What `assay evaluate classify` prints.

#include <string>

#include "assay/classify.h"
#include "cli/json_text.h"
#include "cli/terminal.h"

namespace assay::cli {

Json classify_json(const evaluate::ClassifyReport& report,
                   const evaluate::ClassifyOptions& options);

std::string classify_text(const evaluate::ClassifyReport& report,
                          const evaluate::ClassifyOptions& options, const Style& style);

}  // namespace assay::cli
