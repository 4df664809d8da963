#include "cli/option_kinds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "cli/suggest.h"

namespace assay::cli {
namespace {

// A validator with no description: the type name already lists the choices.
CLI::Validator one_of(std::vector<std::string> choices) {
  auto check = [choices = std::move(choices)](const std::string& value) {
    if (std::find(choices.begin(), choices.end(), value) != choices.end()) return std::string();
    const auto suggestion = nearest(value, choices);
    return fmt::format("`{}` is none of {}{}", value, fmt::join(choices, ", "),
                       suggestion ? fmt::format("; did you mean `{}`?", *suggestion) : "");
  };
  return CLI::Validator(check, "");
}

}  // namespace

CLI::Option* add_file_option(CLI::App& app, const std::string& names, std::string& target,
                             const std::string& description) {
  return app.add_option(names, target, description)->type_name(kFileType);
}

CLI::Option* add_directory_option(CLI::App& app, const std::string& names, std::string& target,
                                  const std::string& description) {
  return app.add_option(names, target, description)->type_name(kDirectoryType);
}

CLI::Option* add_choice_option(CLI::App& app, const std::string& names, std::string& target,
                               const std::vector<std::string>& choices,
                               const std::string& description) {
  return app.add_option(names, target, description)
      ->type_name(fmt::format("{}", fmt::join(choices, "|")))
      ->check(one_of(choices));
}

CLI::Validator whole_number_from(int least) {
  auto check = [least](const std::string& value) {
    long long number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool whole = error == std::errc() && end == value.data() + value.size();
    if (whole && number >= least) return std::string();
    return fmt::format("`{}` must be a whole number from {}", value, least);
  };
  return CLI::Validator(check, "");
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
