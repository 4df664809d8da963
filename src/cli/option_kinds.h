#pragma once
// Options whose kind of value is known, so that help, checks and shell completion agree.
//
// The kind stands in the option's type name: FILE, DIR, MODEL, or the choices joined by `|`. An
// option with a delimiter takes several of its choices.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace assay::cli {

inline constexpr char kFileType[] = "FILE";
inline constexpr char kDirectoryType[] = "DIR";
inline constexpr char kModelType[] = "MODEL";  // a name that `assay models list --names` prints

CLI::Option* add_file_option(CLI::App& app, const std::string& names, std::string& target,
                             const std::string& description);
CLI::Option* add_directory_option(CLI::App& app, const std::string& names, std::string& target,
                                  const std::string& description);

// Accepts exactly one of `choices`; a mistyped one is answered with the nearest.
CLI::Option* add_choice_option(CLI::App& app, const std::string& names, std::string& target,
                               const std::vector<std::string>& choices,
                               const std::string& description);

CLI::Validator whole_number_from(int least);

// A whole number that is at least `least`; N in the help.
template <typename Number>
CLI::Option* add_count_option(CLI::App& app, const std::string& names, Number& target, int least,
                              const std::string& description) {
  return app.add_option(names, target, description)
      ->type_name("N")
      ->check(whole_number_from(least));
}

// What the help calls the value of an option.
std::string value_name(const CLI::Option& option);

// The choices in the type name of an option made by add_choice_option; empty for other options.
std::vector<std::string> choices_of(const CLI::Option& option);

}  // namespace assay::cli
