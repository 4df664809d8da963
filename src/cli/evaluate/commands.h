#pragma once
// The commands of `assay evaluate`, one a file.

#include "cli/command.h"

namespace assay::cli {

void add_evaluate_classify_command(Commands& commands, CLI::App& group);
void add_evaluate_correlate_command(Commands& commands, CLI::App& group);
void add_evaluate_agreement_command(Commands& commands, CLI::App& group);
void add_evaluate_system_level_command(Commands& commands, CLI::App& group);
void add_evaluate_robustness_command(Commands& commands, CLI::App& group);
void add_evaluate_ablate_command(Commands& commands, CLI::App& group);
void add_evaluate_prepare_command(Commands& commands, CLI::App& group);

}  // namespace assay::cli
