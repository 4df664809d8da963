#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/completion/scripts.h"

namespace assay::cli {
namespace {

constexpr char kModels[] = "(__assay_models)";

constexpr char kHead[] =
    R"(# Completion of assay for fish. Load it with: assay completion fish | source
# Whether the line names the command $argv[1] and, where it is given, has $argv[2] arguments so far.
function __assay_at
  set -l command assay
  set -l arguments 0
  set -l is_value no
  for word in (commandline -opc)[2..]
    if test $is_value = yes
      set is_value no
    else if contains -- "$command $word" $__assay_commands
      set command "$command $word"
    else if contains -- "$command $word" $__assay_valued
      set is_value yes
    else if not string match -qr -- '^-.' "$word"
      set arguments (math $arguments + 1)
    end
  end
  test "$command" = "$argv[1]"; or return 1
  set -q argv[2]; or return 0
  test $arguments -eq $argv[2]
end
# Words separated by commas: the last one is completed.
function __assay_list
  set -l before (string match -r '.*,' -- (commandline -ct))
  printf '%s\n' "$before"$argv
end
function __assay_models
  set -l words (commandline -opc)
  $words[1] models list --names 2>/dev/null
end
complete -c assay -f
)";

std::string shell_quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string words_of(const std::vector<std::string>& choices) {
  return shell_quoted(fmt::format("{}", fmt::join(choices, " ")));
}

// What a value is completed with; " -x" allows nothing else.
std::string offer(ValueKind kind, const std::vector<std::string>& choices) {
  switch (kind) {
    case ValueKind::kNone:
      return "";
    case ValueKind::kText:
      return " -x";
    case ValueKind::kFile:
      return " -r -F";
    case ValueKind::kDirectory:
      return " -x -a '(__fish_complete_directories)'";
    case ValueKind::kChoice:
      return " -x -a " + words_of(choices);
    case ValueKind::kChoiceList:
      return fmt::format(" -x -a '(__assay_list {})'", fmt::join(choices, " "));
    case ValueKind::kModel:
      return fmt::format(" -x -a '{}'", kModels);
  }
  return "";
}

std::string line_at(const CommandNode& command, std::string_view arguments = "") {
  const std::string at = shell_quoted(command.path);
  const std::string condition = fmt::format("__assay_at {}{}", at, arguments);
  return fmt::format("complete -c assay -n {}", shell_quoted(condition));
}

std::string option_line(const CommandNode& command, const OptionNode& option) {
  std::string line = line_at(command);
  for (const std::string& name : option.names)
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  line += " -d " + shell_quoted(option.description);
  return line + offer(option.value, option.choices) + "\n";
}

std::string child_lines(std::span<const CommandNode> commands, const CommandNode& command) {
  std::string text;
  const auto& paths = command.children;
  for (const CommandNode& child : commands) {
    if (std::find(paths.begin(), paths.end(), child.path) == paths.end()) continue;
    text += fmt::format("{} -f -a {} -d {}\n", line_at(command, " 0"), child.name,
                        shell_quoted(child.description));
  }
  return text;
}

std::string argument_lines(const CommandNode& command) {
  std::string text;
  for (std::size_t i = 0; i < command.arguments.size(); ++i) {
    const ArgumentNode& argument = command.arguments[i];
    if (argument.value == ValueKind::kText) continue;
    const std::string position = argument.is_repeated ? "" : fmt::format(" {}", i);
    text += line_at(command, position) + offer(argument.value, argument.choices) + "\n";
  }
  return text;
}

// "assay score --output", quoted: the options that the next word belongs to.
std::string valued_options(std::span<const CommandNode> commands) {
  std::string text;
  for (const CommandNode& command : commands) {
    for (const OptionNode& option : command.options) {
      if (option.value == ValueKind::kNone) continue;
      for (const std::string& name : option.names)
        text += " " + shell_quoted(command.path + " " + name);
    }
  }
  return text;
}

}  // namespace

std::string fish_completion(std::span<const CommandNode> commands) {
  std::string text = kHead;
  text += "set -g __assay_commands";
  for (const CommandNode& command : commands.subspan(1)) text += " " + shell_quoted(command.path);
  text += "\nset -g __assay_valued" + valued_options(commands) + "\n";
  for (const CommandNode& command : commands) {
    text += child_lines(commands, command) + argument_lines(command);
    for (const OptionNode& option : command.options) text += option_line(command, option);
  }
  return text;
}

}  // namespace assay::cli
