#pragma once
// How a command plugs into the program.
//
//   void add_analyze_command(Commands& commands) {
//     auto options = std::make_shared<AnalyzeOptions>();
//     CLI::App* app = commands.add({.name = "analyze", .summary = "Print ...", .examples = "..."},
//                                  [options] { return analyze(*options); });
//     app->add_option("input", options->input, "a file, or - for standard input")->required();
//   }
//
// and a line in commands.h and in program.cc. The action runs once the command line is parsed; it
// prints its own errors (print_error) and returns the exit code.

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <unordered_map>

#include "cli/exit_code.h"

namespace assay::cli {

using Action = std::function<ExitCode()>;

struct CommandText {
  std::string name;
  std::string summary;   // one line, shown in the list of commands
  std::string examples;  // whole lines, one command each; "" for none
};

class Commands {
 public:
  explicit Commands(CLI::App& root) : root_(root) {}

  CLI::App* add(const CommandText& text, Action action);

  // A command that only groups others (`assay models`), and one inside such a group.
  CLI::App* add_group(const CommandText& text);
  CLI::App* add_to(CLI::App* group, const CommandText& text, Action action);

  // Runs the innermost command that was parsed.
  ExitCode run_parsed() const;

  const CLI::App& root() const { return root_; }

 private:
  CLI::App& root_;
  std::unordered_map<const CLI::App*, Action> actions_;
};

// The innermost command of `app` that was parsed; `app` itself when there is none.
const CLI::App* parsed_command(const CLI::App& app);

}  // namespace assay::cli
