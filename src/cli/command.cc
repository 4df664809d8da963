#include "cli/command.h"

#include <sstream>

namespace assay::cli {
namespace {

// "Examples:" and the lines, indented as the rest of the help is.
std::string footer_of(const std::string& examples) {
  if (examples.empty()) return {};
  std::string text = "Examples:\n";
  std::istringstream lines(examples);
  for (std::string line; std::getline(lines, line);) text += "  " + line + "\n";
  return text;
}

CLI::App* add_subcommand(CLI::App& parent, const CommandText& text) {
  CLI::App* app = parent.add_subcommand(text.name, text.summary);
  app->footer(footer_of(text.examples));
  app->group("Commands");
  return app;
}

}  // namespace

CLI::App* Commands::add(const CommandText& text, Action action) {
  return add_to(&root_, text, std::move(action));
}

CLI::App* Commands::add_group(const CommandText& text) {
  CLI::App* app = add_subcommand(root_, text);
  app->require_subcommand(1);
  return app;
}

CLI::App* Commands::add_to(CLI::App* group, const CommandText& text, Action action) {
  CLI::App* app = add_subcommand(*group, text);
  actions_.emplace(app, std::move(action));
  return app;
}

ExitCode Commands::run_parsed() const {
  const auto action = actions_.find(parsed_command(root_));
  return action == actions_.end() ? ExitCode::kUsage : action->second();
}

const CLI::App* parsed_command(const CLI::App& app) {
  const CLI::App* command = &app;
  for (auto inner = command->get_subcommands(); !inner.empty(); inner = command->get_subcommands())
    command = inner.back();
  return command;
}

}  // namespace assay::cli
