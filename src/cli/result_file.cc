#include "cli/result_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/terminal/output.h"

namespace assay::cli {

ExitCode fail_reading_results(Error error, const std::string& results, const std::string& output) {
  std::error_code ignored;
  if (error.code == ErrorCode::kNotFound && error.file == results &&
      std::filesystem::exists(results + ".partial", ignored))
    error.hint =
        fmt::format("{}.partial holds an unfinished run: finish it, or read that file", results);
  if (error.code == ErrorCode::kCorrupt && error.file == results && error.hint.empty())
    error.hint = "`assay score` writes results; columns of scores are for `assay evaluate`";
  print_error(error);
  const std::string written = output == "-" ? "standard output" : output;
  const bool is_output = !output.empty() && error.file.starts_with(written);
  return is_output ? exit_code_for(error) : ExitCode::kUsage;
}

}  // namespace assay::cli
