#include "cli/terminal/output.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "cli/terminal/terminal.h"
#include "text/shown.h"

namespace assay::cli {
namespace {

// A standard error that is closed must not change how a command ends: no exception, no check.
void print_labelled(std::string_view label, std::string_view colour, std::string_view text) {
  const Style style = Style::for_stream(stderr);
  std::fputs(fmt::format("assay: {}: {}\n", style.paint(label, colour), text).c_str(), stderr);
}

}  // namespace

void print_error(const Error& error) {
  Error without_hint = error;
  without_hint.hint.clear();
  const std::string hint = error.hint.empty() ? "" : "\n  " + text::shown(error.hint);
  print_labelled("error", colour::kRed, text::shown(without_hint.to_string()) + hint);
}

void print_warning(std::string_view message) {
  print_labelled("warning", colour::kYellow, text::shown(message));
}

ExitCode fail_command(const Error& error) {
  print_error(error);
  return exit_code_for(error);
}

ExitCode fail_with_input(Error error, std::string_view input) {
  // Nothing is wrong with an input that was being waited for.
  if (error.code == ErrorCode::kInterrupted) return fail_command(error);
  const bool about_input = error.file == input || (input == "-" && error.file == "standard input");
  const bool about_model = !about_input && !error.file.empty();
  if (error.hint.empty() && !about_input &&
      (error.code == ErrorCode::kNotFound || error.code == ErrorCode::kCorrupt ||
       error.code == ErrorCode::kInvalidInput))
    error.hint = "`assay doctor` tries the models, `assay models verify` checks their files";
  print_error(error);
  if (about_input) return ExitCode::kUsage;
  if (about_model && error.code == ErrorCode::kInvalidInput) return ExitCode::kEnvironment;
  return exit_code_for(error);
}

void print_errors(std::span<const Error> errors) {
  for (const Error& error : errors)
    std::fputs(fmt::format("  {}\n", text::shown(error.to_string())).c_str(), stderr);
}

bool print(std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
}

bool flush_output() {
  std::cout.flush();
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good();
}

ExitCode finish_output() {
  if (flush_output()) return ExitCode::kGood;
  Error error;
  error.code = ErrorCode::kIo;
  error.message = fmt::format("cannot write to standard output: {}", std::strerror(errno));
  return fail_command(error);
}

}  // namespace assay::cli
