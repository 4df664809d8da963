// `assay evaluate`: which metric to trust.

#include "cli/commands.h"
#include "cli/evaluate/commands.h"

namespace assay::cli {

void add_evaluate_command(Commands& commands) {
  CLI::App* group =
      commands.add_group({"evaluate", "Judge metrics by what people said of the same items", ""});
  add_evaluate_classify_command(commands, *group);
  add_evaluate_correlate_command(commands, *group);
  add_evaluate_agreement_command(commands, *group);
  add_evaluate_system_level_command(commands, *group);
  add_evaluate_robustness_command(commands, *group);
  add_evaluate_ablate_command(commands, *group);
  add_evaluate_prepare_command(commands, *group);
}

}  // namespace assay::cli
