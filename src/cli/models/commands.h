#pragma once
// The larger commands of the group `assay models`; each is one file.

#include "cli/command.h"

namespace assay::cli {

void add_models_export_command(Commands& commands, CLI::App& group);
void add_models_measure_command(Commands& commands, CLI::App& group);

}  // namespace assay::cli
