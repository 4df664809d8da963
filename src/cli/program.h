#pragma once
// The program: builds the tree of commands, parses the command line and runs what it names.

#include "cli/exit_code.h"

namespace assay::cli {

ExitCode run_program(int argc, char** argv);

}  // namespace assay::cli
