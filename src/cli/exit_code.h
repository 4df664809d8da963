#pragma once
// The exit codes of the program, described for users in docs/cli.md.

#include "assay/error.h"

namespace assay::cli {

enum class ExitCode {
  kGood = 0,
  kFailedRecords = 1,  // finished, but records failed or a --fail-under was missed
  kUsage = 2,          // the command line or the input file is not as it must be
  kEnvironment = 3,    // models, disk, permissions: nothing that another option would mend
  kInterrupted = 130,  // stopped by SIGINT or SIGTERM; the run can be resumed
};

// The code for an error that ends a command.
ExitCode exit_code_for(const Error& error);

}  // namespace assay::cli
