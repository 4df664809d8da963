#include "cli/command_line/help_format.h"

#include <fmt/format.h>

#include "cli/command_line/option_kinds.h"
#include "cli/command_line/text_width.h"

namespace assay::cli {
namespace {

constexpr std::size_t kDescriptionColumn = 28;
constexpr std::size_t kLineWidth = 100;

// "-o,--output FILE".
std::string left_part(const CLI::Option& option, bool is_positional) {
  std::string text = option.get_name(is_positional, !is_positional);
  if (is_positional || option.get_items_expected_max() == 0) return text;
  return text + " " + value_name(option);
}

std::string right_part(const CLI::Option& option, bool is_positional) {
  std::string text = option.get_description();
  const auto choices = choices_of(option);
  if (is_positional && !choices.empty()) text += ": " + value_name(option);
  if (!option.get_default_str().empty())
    text += fmt::format(" (default: {})", option.get_default_str());
  if (!is_positional && option.get_required()) text += " (required)";
  return text;
}

}  // namespace

HelpFormatter::HelpFormatter() {
  label("SUBCOMMAND", "COMMAND");
  label("Positionals", "Arguments");
  column_width(kDescriptionColumn);
}

// The base class leaves two empty lines between groups.
std::string HelpFormatter::make_help(const CLI::App* app, std::string name,
                                     CLI::AppFormatMode mode) const {
  std::string help = CLI::Formatter::make_help(app, std::move(name), mode);
  constexpr std::string_view kGap = "\n\n\n";
  for (auto at = help.find(kGap); at != std::string::npos; at = help.find(kGap, at))
    help.erase(at, 1);
  return help;
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  std::string line = "  " + left_part(*option, is_positional);
  std::string text;
  if (line.size() + 1 >= kDescriptionColumn) {
    text = line + "\n";
    line.clear();
  }
  line.resize(kDescriptionColumn, ' ');
  for (const std::string& part :
       wrap(right_part(*option, is_positional), kLineWidth - kDescriptionColumn)) {
    text += line + part + "\n";
    line.assign(kDescriptionColumn, ' ');
  }
  return text;
}

}  // namespace assay::cli
