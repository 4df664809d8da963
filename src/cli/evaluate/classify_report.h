#pragma once
// What `assay evaluate classify` prints as text.

#include <string>

#include "assay/classify.h"
#include "cli/terminal/terminal.h"

namespace assay::cli {

std::string classify_text(const evaluate::ClassifyReport& report,
                          const evaluate::ClassifyOptions& options, const Style& style);

}  // namespace assay::cli
