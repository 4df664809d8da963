#pragma once
// Every command of the program; each is one file. Order here is the order of `assay --help`.

#include "cli/command.h"

namespace assay::cli {

void add_analyze_command(Commands& commands);
void add_completion_command(Commands& commands);

}  // namespace assay::cli
