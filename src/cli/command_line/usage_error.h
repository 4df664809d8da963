#pragma once
// Turns what the command-line parser rejects into an Error that names the nearest right spelling.

#include <CLI/CLI.hpp>
#include <optional>
#include <span>
#include <string>

#include "assay/error.h"

namespace assay::cli {

// `--name=` with nothing behind it, which the parser would take for a name whose value is the next
// argument. What follows `train` is not looked at: another program reads it.
std::optional<Error> find_empty_value(std::span<const std::string> arguments);

Error describe_usage_error(const CLI::App& root, const CLI::ParseError& error,
                           std::span<const std::string> arguments);

}  // namespace assay::cli
