#include "cli/command_line/option_kinds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "cli/command_line/numbers.h"
#include "cli/command_line/suggest.h"

namespace assay::cli {
namespace {

// A validator with no description: the type name already lists the choices.
CLI::Validator one_of(std::vector<std::string> choices) {
  auto check = [choices = std::move(choices)](const std::string& value) {
    if (std::find(choices.begin(), choices.end(), value) != choices.end()) return std::string();
    const auto suggestion = nearest(value, choices);
    return fmt::format("`{}` is not one of: {}{}", value, fmt::join(choices, ", "),
                       suggestion ? fmt::format("; did you mean `{}`?", *suggestion) : "");
  };
  return CLI::Validator(check, "");
}

CLI::Validator real_number() {
  auto check = [](const std::string& value) {
    if (parse_real_number(value)) return std::string();
    return fmt::format("`{}` must be a number such as 0.5", value);
  };
  return CLI::Validator(check, "");
}

}  // namespace

CLI::Validator not_empty() {
  auto check = [](const std::string& value) {
    return value.empty() ? std::string("the value is empty") : std::string();
  };
  return CLI::Validator(check, "");
}

CLI::Option* add_file_option(CLI::App& app, const std::string& names, std::string& target,
                             const std::string& description) {
  return app.add_option(names, target, description)->type_name(kFileType)->check(not_empty());
}

CLI::Option* add_directory_option(CLI::App& app, const std::string& names, std::string& target,
                                  const std::string& description) {
  return app.add_option(names, target, description)->type_name(kDirectoryType)->check(not_empty());
}

CLI::Option* add_choice_option(CLI::App& app, const std::string& names, std::string& target,
                               const std::vector<std::string>& choices,
                               const std::string& description) {
  return app.add_option(names, target, description)
      ->type_name(fmt::format("{}", fmt::join(choices, "|")))
      ->check(one_of(choices));
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  auto check = [least, most](std::string& value) {
    const auto number = parse_whole_number(value);
    if (!number || *number < least || *number > most)
      return fmt::format("`{}` must be a whole number from {}{}", value, least,
                         most == UINT64_MAX ? "" : fmt::format(" to {}", most));
    value = std::to_string(*number);
    return std::string();
  };
  return CLI::Validator(check, "");
}

CLI::Option* add_real_option(CLI::App& app, const std::string& names, double& target,
                             const std::string& description) {
  const auto read = [&target](const std::string& value) {
    target = parse_real_number(value).value_or(target);  // it has passed the check
  };
  return app.add_option_function<std::string>(names, read, description)
      ->type_name("X")
      ->default_str(fmt::format("{}", target))
      ->check(real_number());
}

CLI::Option* add_real_option(CLI::App& app, const std::string& names, std::optional<double>& target,
                             const std::string& description) {
  const auto read = [&target](const std::string& value) { target = parse_real_number(value); };
  return app.add_option_function<std::string>(names, read, description)
      ->type_name("X")
      ->check(real_number());
}

std::string value_name(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return type.substr(0, type.find(':'));  // what validators say of themselves follows the colon
}

std::vector<std::string> choices_of(const CLI::Option& option) {
  const std::string type = value_name(option);
  std::vector<std::string> choices;
  if (type.find('|') == std::string::npos) return choices;
  std::istringstream parts(type);
  for (std::string choice; std::getline(parts, choice, '|');) choices.push_back(choice);
  return choices;
}

}  // namespace assay::cli
