#pragma once
// What every command prints the same way: errors, warnings, and text on standard output.

#include <string_view>

#include "assay/error.h"
#include "cli/exit_code.h"

namespace assay::cli {

// "assay: error: data.csv:12: ...", the hint on a line of its own, on standard error.
void print_error(const Error& error);
void print_warning(std::string_view message);

// Prints the error and returns the exit code that goes with it.
ExitCode fail_command(const Error& error);

// Writes to standard output; false when that failed (a closed pipe, a full disk).
bool print(std::string_view text);

// Flushes standard output; false when that or anything written before failed.
bool flush_output();

// kGood when all of standard output has arrived, else an error message and kEnvironment.
ExitCode finish_output();

}  // namespace assay::cli
