#pragma once
// How `--help` looks: descriptions wrapped beside the options, defaults and duties in words.

#include <CLI/CLI.hpp>
#include <string>

namespace assay::cli {

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
};

}  // namespace assay::cli
