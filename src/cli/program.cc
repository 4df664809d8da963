#include "cli/program.h"

#include <cstdio>
#include <iostream>
#include <memory>
#include <span>
#include <string>

#include "assay/version.h"
#include "cli/command_line/help_format.h"
#include "cli/command_line/usage_error.h"
#include "cli/commands.h"
#include "cli/process_setup.h"
#include "cli/terminal/output.h"

namespace assay::cli {
namespace {

constexpr char kFooter[] =
    "Exit codes: 0 good; 1 finished, but records failed, or --fail-under or --min-measured was\n"
    "missed; 2 usage; 3 environment (models, disk); 130 interrupted, run again to resume.\n"
    "\n`assay COMMAND --help` describes a command, with examples.\n";

void add_commands(Commands& commands) {
  add_score_command(commands);
  add_explain_command(commands);
  add_report_command(commands);
  add_metrics_command(commands);
  add_analyze_command(commands);
  add_plan_command(commands);
  add_evaluate_command(commands);
  add_calibrate_command(commands);
  add_doctor_command(commands);
  add_models_command(commands);
  add_generate_command(commands);
  add_train_command(commands);
  add_completion_command(commands);
}

// CLI11 reports --help and --version as exceptions that are no errors.
ExitCode report(const CLI::App& app, const CLI::ParseError& error,
                std::span<const std::string> arguments) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    app.exit(error, std::cout, std::cerr);
    return flush_output() ? ExitCode::kGood : ExitCode::kEnvironment;
  }
  print_error(describe_usage_error(app, error, arguments));
  return ExitCode::kUsage;
}

ExitCode parse_and_run(int argc, char** argv) {
  CLI::App app("assay: is generated text true to its knowledge?", "assay");
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.set_version_flag("--version", std::string("assay ") + kVersion, "Print the version and exit");
  app.require_subcommand(1);
  app.footer(kFooter);
  Commands commands(app);
  add_commands(commands);
  if (argc <= 1) {
    std::fputs(app.help().c_str(), stderr);
    return ExitCode::kUsage;
  }
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (const auto empty = find_empty_value(arguments)) return fail_command(*empty);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return report(app, error, arguments);
  }
  return commands.run_parsed();
}

}  // namespace

// The border to everything that throws: an exception that gets here is a bug or no memory.
ExitCode run_program(int argc, char** argv) {
  set_up_process();
  try {
    return parse_and_run(argc, argv);
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "assay: internal error: %s\n", exception.what());
    return ExitCode::kEnvironment;
  }
}

}  // namespace assay::cli
