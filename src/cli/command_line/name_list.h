#pragma once
// Options of several names, of columns or scores, that are repeated or joined by commas.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "assay/error.h"

namespace assay::cli {

// "q2,bleu" are two names. One with a comma in it stands in double quotes, as in CSV: "\"a,b\",q2";
// two quotes are one there. Fails for an empty name and a quote that is not closed.
Result<std::vector<std::string>> split_names(const std::string& text);

CLI::Option* add_names_option(CLI::App& app, const std::string& names,
                              std::vector<std::string>& target, const std::string& description);

}  // namespace assay::cli
