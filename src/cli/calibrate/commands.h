#pragma once
// Commands of `assay calibrate` that have files of their own.

#include "cli/command.h"

namespace assay::cli {

void add_combine_command(Commands& commands, CLI::App& group);

}  // namespace assay::cli
