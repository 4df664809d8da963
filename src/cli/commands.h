#pragma once
// Every command of the program; each is one file. Order here is the order of `assay --help`.

#include "cli/command.h"

namespace assay::cli {

void add_score_command(Commands& commands);
void add_explain_command(Commands& commands);
void add_report_command(Commands& commands);
void add_metrics_command(Commands& commands);
void add_analyze_command(Commands& commands);
void add_plan_command(Commands& commands);
void add_evaluate_command(Commands& commands);
void add_calibrate_command(Commands& commands);
void add_doctor_command(Commands& commands);
void add_models_command(Commands& commands);
void add_generate_command(Commands& commands);
void add_train_command(Commands& commands);
void add_completion_command(Commands& commands);

}  // namespace assay::cli
