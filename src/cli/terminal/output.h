#pragma once
// What every command prints the same way: errors, warnings, and text on standard output.

#include <span>
#include <string_view>

#include "assay/error.h"
#include "cli/exit_code.h"

namespace assay::cli {

// "assay: error: data.csv:12: ...", the hint on a line of its own, on standard error.
void print_error(const Error& error);
void print_warning(std::string_view message);

// Prints the error and returns the exit code that goes with it.
ExitCode fail_command(const Error& error);

// The same for a command that reads `input` and loads models: whatever is wrong with the input is
// kUsage, whatever is wrong with another file is not.
ExitCode fail_with_input(Error error, std::string_view input);

// One line each on standard error, indented, for the records of a file that are bad.
void print_errors(std::span<const Error> errors);

// Writes to standard output; false when that failed (a closed pipe, a full disk).
bool print(std::string_view text);

// Flushes standard output; false when that or anything written before failed.
bool flush_output();

// kGood when all of standard output has arrived, else an error message and kEnvironment.
ExitCode finish_output();

}  // namespace assay::cli
