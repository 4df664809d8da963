#pragma once
// Options whose kind of value is known, so that help, checks and shell completion agree.
//
// The kind stands in the option's type name: FILE, DIR, MODEL, or the choices joined by `|`. An
// option of many values takes several of its choices, separated by commas.

#include <CLI/CLI.hpp>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace assay::cli {

inline constexpr char kFileType[] = "FILE";
inline constexpr char kDirectoryType[] = "DIR";
inline constexpr char kModelType[] = "MODEL";  // a name that `assay models list --names` prints

// Refuses an empty value.
CLI::Validator not_empty();

// Empty names are refused.
CLI::Option* add_file_option(CLI::App& app, const std::string& names, std::string& target,
                             const std::string& description);
CLI::Option* add_directory_option(CLI::App& app, const std::string& names, std::string& target,
                                  const std::string& description);

// Accepts exactly one of `choices`; a mistyped one is answered with the nearest.
CLI::Option* add_choice_option(CLI::App& app, const std::string& names, std::string& target,
                               const std::vector<std::string>& choices,
                               const std::string& description);

// Checks and rewrites, so that the parser's own reading of numbers (octal, hexadecimal) has no say.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

// A whole number from `least` to `most`, written in decimal digits; N in the help.
template <std::integral Number>
CLI::Option* add_count_option(CLI::App& app, const std::string& names, Number& target,
                              std::uint64_t least, const std::string& description,
                              std::uint64_t most = std::numeric_limits<Number>::max()) {
  return app.add_option(names, target, description)
      ->type_name("N")
      ->transform(whole_number(least, most));
}

// A decimal number; X in the help, which shows the value that `target` has.
CLI::Option* add_real_option(CLI::App& app, const std::string& names, double& target,
                             const std::string& description);

// The same without a default: absent until the option is given.
CLI::Option* add_real_option(CLI::App& app, const std::string& names, std::optional<double>& target,
                             const std::string& description);

// What the help calls the value of an option.
std::string value_name(const CLI::Option& option);

// The choices in the type name of an option made by add_choice_option; empty for other options.
std::vector<std::string> choices_of(const CLI::Option& option);

}  // namespace assay::cli
