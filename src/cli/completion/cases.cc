#include "cli/completion/cases.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace assay::cli {
namespace {

std::string last_word(const std::string& path) {
  return path.substr(path.rfind(' ') + 1);
}

std::vector<std::string> child_names(const CommandNode& command) {
  std::vector<std::string> names;
  for (const std::string& path : command.children) names.push_back(last_word(path));
  return names;
}

std::vector<std::string> all_option_names(const CommandNode& command) {
  std::vector<std::string> names;
  for (const OptionNode& option : command.options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

std::string alternatives(const std::vector<std::string>& patterns) {
  return fmt::format("{}", fmt::join(patterns, " | "));
}

std::vector<std::string> option_patterns(const CommandNode& command, const OptionNode& option) {
  std::vector<std::string> patterns;
  for (const std::string& name : option.names)
    patterns.push_back(fmt::format("\"{} {}\"", command.path, name));
  return patterns;
}

std::string action(ValueKind kind, const std::vector<std::string>& choices,
                   const Dialect& dialect) {
  switch (kind) {
    case ValueKind::kFile:
      return std::string(dialect.files);
    case ValueKind::kDirectory:
      return std::string(dialect.folders);
    case ValueKind::kChoice:
      return fmt::format("{} \"{}\"", dialect.words, fmt::join(choices, " "));
    case ValueKind::kChoiceList:
      return fmt::format("{} \"{}\"", dialect.list, fmt::join(choices, " "));
    case ValueKind::kModel:
      return fmt::format("{} \"{}\"", dialect.words, dialect.models);
    case ValueKind::kNone:
    case ValueKind::kText:
      return std::string(dialect.nothing);
  }
  return std::string(dialect.nothing);
}

// An argument that may be repeated takes whatever number of words stands before it.
std::string position_pattern(const CommandNode& command, std::size_t position, bool is_repeated) {
  return is_repeated ? fmt::format("\"{} \"*", command.path)
                     : fmt::format("\"{} {}\"", command.path, position);
}

}  // namespace

std::string command_patterns(std::span<const CommandNode> commands) {
  std::vector<std::string> patterns;
  for (const CommandNode& command : commands.subspan(1))
    patterns.push_back(fmt::format("\"{}\"", command.path));
  return alternatives(patterns);
}

std::string valued_patterns(std::span<const CommandNode> commands) {
  std::vector<std::string> all;
  for (const CommandNode& command : commands) {
    for (const OptionNode& option : command.options) {
      if (option.value == ValueKind::kNone) continue;
      const auto patterns = option_patterns(command, option);
      all.insert(all.end(), patterns.begin(), patterns.end());
    }
  }
  return alternatives(all);
}

std::string value_cases(std::span<const CommandNode> commands, const Dialect& dialect) {
  std::string text;
  for (const CommandNode& command : commands) {
    for (const OptionNode& option : command.options) {
      if (option.value == ValueKind::kNone) continue;
      text += fmt::format("    {}) {}; return ;;\n", alternatives(option_patterns(command, option)),
                          action(option.value, option.choices, dialect));
    }
  }
  return text;
}

std::string option_cases(std::span<const CommandNode> commands) {
  std::string text;
  for (const CommandNode& command : commands)
    text += fmt::format("    \"{}\") options=\"{}\" ;;\n", command.path,
                        fmt::join(all_option_names(command), " "));
  return text;
}

std::string argument_cases(std::span<const CommandNode> commands, const Dialect& dialect) {
  std::string text;
  const auto add = [&text](const std::string& pattern, const std::string& offer) {
    text += fmt::format("    {}) {} ;;\n", pattern, offer);
  };
  for (const CommandNode& command : commands) {
    if (!command.children.empty())
      add(position_pattern(command, 0, false),
          action(ValueKind::kChoice, child_names(command), dialect));
    for (std::size_t i = 0; i < command.arguments.size(); ++i) {
      const ArgumentNode& argument = command.arguments[i];
      add(position_pattern(command, i, argument.is_repeated),
          action(argument.value, argument.choices, dialect));
    }
  }
  return text;
}

}  // namespace assay::cli
