#include "cli/command_line/usage_error.h"

#include <fmt/format.h>

#include <cctype>
#include <optional>
#include <set>
#include <vector>

#include "cli/command_line/suggest.h"

namespace assay::cli {
namespace {

// "assay models list".
std::string full_name(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return parent == nullptr ? command.get_name() : full_name(*parent) + " " + command.get_name();
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<std::string> command_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* inner : command.get_subcommands(nullptr)) names.push_back(inner->get_name());
  return names;
}

// The innermost command that the words name. The parser's own notion is unset after some errors.
const CLI::App* named_command(const CLI::App& root, std::span<const std::string> arguments) {
  const CLI::App* command = &root;
  for (const std::string& word : arguments) {
    for (const CLI::App* inner : command->get_subcommands(nullptr)) {
      if (inner->get_name() != word) continue;
      command = inner;
      break;
    }
  }
  return command;
}

bool has_option(const CLI::App& command, const std::string& word) {
  return command.get_option_no_throw(word) != nullptr;
}

// A dash and a letter, or two dashes: a negative number is a value.
bool looks_like_option(const std::string& word) {
  if (word.size() < 2 || word[0] != '-') return false;
  return word[1] == '-' || std::isalpha(static_cast<unsigned char>(word[1])) != 0;
}

std::optional<std::string> unknown_option(const CLI::App& command,
                                          std::span<const std::string> arguments) {
  for (const std::string& argument : arguments) {
    if (argument == "--") return std::nullopt;
    if (!looks_like_option(argument)) continue;
    const std::string name = argument.substr(0, argument.find('='));
    if (!has_option(command, name)) return name;
  }
  return std::nullopt;
}

// An option that takes one value and has been given several times.
std::optional<std::string> repeated_option(const CLI::App& command,
                                           std::span<const std::string> arguments) {
  std::set<const CLI::Option*> given;
  for (const std::string& argument : arguments) {
    if (argument == "--") break;
    if (!looks_like_option(argument)) continue;
    const std::string name = argument.substr(0, argument.find('='));
    const CLI::Option* option = command.get_option_no_throw(name);
    if (option == nullptr || option->get_items_expected_max() != 1) continue;
    if (!given.insert(option).second) return name;
  }
  return std::nullopt;
}

// The first word that stands where a command must stand and is none.
std::optional<std::string> unknown_command(const CLI::App& command,
                                           std::span<const std::string> arguments) {
  if (command_names(command).empty()) return std::nullopt;
  bool inside = command.get_parent() == nullptr;
  for (const std::string& argument : arguments) {
    if (inside && !argument.starts_with('-')) return argument;
    if (argument == command.get_name()) inside = true;
  }
  return std::nullopt;
}

// How to give the records of several files to a command that takes the file IN.
std::optional<Error> surplus_input(const CLI::App& command, const CLI::ParseError& error) {
  const CLI::Option* input = command.get_option_no_throw("IN");
  if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr || input == nullptr)
    return std::nullopt;
  const bool from_stdin = input->get_description().find("standard input") != std::string::npos;
  Error one_file;
  one_file.code = ErrorCode::kInvalidOption;
  one_file.message = fmt::format("{}; `{}` takes one input file{}", error.what(),
                                 full_name(command), from_stdin ? ", or - for standard input" : "");
  one_file.hint = from_stdin
                      ? fmt::format("files of JSON lines can be joined: `cat A B | {} - ...`",
                                    full_name(command))
                      : "files of JSON lines can be joined: `cat A B > ALL.jsonl`";
  return one_file;
}

Error usage_error(const CLI::App& command, std::string message,
                  const std::optional<std::string>& suggestion) {
  Error error;
  error.code = ErrorCode::kInvalidOption;
  error.message = std::move(message);
  error.hint = suggestion ? fmt::format("did you mean `{}`?", *suggestion)
                          : fmt::format("see `{} --help`", full_name(command));
  return error;
}

}  // namespace

std::optional<Error> find_empty_value(std::span<const std::string> arguments) {
  for (const std::string& argument : arguments) {
    if (argument == "--" || argument == "train") return std::nullopt;
    if (!argument.starts_with("--") || argument.find('=') + 1 != argument.size()) continue;
    return fail(ErrorCode::kInvalidOption, fmt::format("`{}` has no value", argument),
                "write the value behind the equals sign")
        .value();
  }
  return std::nullopt;
}

Error describe_usage_error(const CLI::App& root, const CLI::ParseError& error,
                           std::span<const std::string> arguments) {
  const CLI::App& command = *named_command(root, arguments);
  if (const auto word = unknown_command(command, arguments)) {
    return usage_error(command, fmt::format("`{}` has no command `{}`", full_name(command), *word),
                       nearest(*word, command_names(command)));
  }
  // Also where the parser complains of something else: the mistyped option is the likely cause.
  if (const auto word = unknown_option(command, arguments)) {
    return usage_error(command, fmt::format("`{}` has no option `{}`", full_name(command), *word),
                       nearest(*word, option_names(command)));
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    if (const auto word = repeated_option(command, arguments))
      return usage_error(command, fmt::format("`{}` is given twice, and takes one value", *word),
                         std::nullopt);
  }
  if (auto surplus = surplus_input(command, error)) return *surplus;
  return usage_error(command, error.what(), std::nullopt);
}

}  // namespace assay::cli
