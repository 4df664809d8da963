#pragma once
// Errors about a result file that a command reads.

#include <string>

#include "assay/error.h"
#include "cli/exit_code.h"

namespace assay::cli {

// Prints the error: whatever is wrong with a file that is read is the command line's, whatever is
// wrong with `output` (empty: none) is not. An unfinished run beside `results` is pointed at.
ExitCode fail_reading_results(Error error, const std::string& results,
                              const std::string& output = {});

}  // namespace assay::cli
