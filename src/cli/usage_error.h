#pragma once
// Turns what the command-line parser rejects into an Error that names the nearest right spelling.

#include <CLI/CLI.hpp>
#include <span>
#include <string>

#include "assay/error.h"

namespace assay::cli {

Error describe_usage_error(const CLI::App& root, const CLI::ParseError& error,
                           std::span<const std::string> arguments);

}  // namespace assay::cli
