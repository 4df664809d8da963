#include "report/output_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

#include "base/signals_held.h"
#include "engine/errors.h"
#include "engine/posix_file.h"
#include "engine/run_files.h"
#include "engine/run_sink.h"

namespace assay::report {
namespace {

namespace fs = std::filesystem;

// The words of a run that can be gone on with do not fit here.
tl::unexpected<Error> without_resume(Error error) {
  if (error.code == ErrorCode::kIo) error.hint = "make room or choose another output";
  return tl::unexpected(std::move(error));
}

// A file that only this process writes, in the folder of `path`: two of them may write one output.
Result<std::pair<engine::PosixFile, std::string>> create_beside(const std::string& path) {
  constexpr int kMostTries = 1000;
  for (int i = 0;; ++i) {
    const std::string name = fmt::format(".assay-{}-{}.new", ::getpid(), i);
    const std::string beside = (fs::path(path).parent_path() / name).string();
    auto file = engine::PosixFile::create(beside);
    if (file) return std::pair(*std::move(file), beside);
    if (file.error().code == ErrorCode::kConflict && i < kMostTries) continue;
    Error error = file.error();
    error.file = path;
    return tl::unexpected(std::move(error));
  }
}

Result<void> write_beside(const std::string& path, std::string_view bytes) {
  const base::SignalsHeld held;  // an interrupt would leave the file beside
  auto created = create_beside(path);
  if (!created) return without_resume(created.error());
  auto& [file, beside] = *created;
  auto written = file.write(bytes);
  if (written) written = file.sync();
  if (written) written = engine::rename_durably(beside, path);
  if (written) return {};
  std::error_code ignored;
  fs::remove(beside, ignored);
  written.error().file = path;
  return without_resume(written.error());
}

bool are_one(const std::string& output, const std::string& input) {
  if (input.empty() || engine::is_stream(output)) return false;
  std::error_code error;
  return fs::equivalent(output, input == "-" ? "/dev/stdin" : input, error);
}

}  // namespace

Result<void> check_output(const std::string& output, const std::vector<std::string>& inputs) {
  if (output == "-") return {};
  std::error_code error;
  if (fs::is_directory(output, error))
    return engine::fail_in_file(ErrorCode::kInvalidOption, output, "is a directory",
                                "name a file in it");
  for (const std::string& input : inputs) {
    if (are_one(output, input))
      return engine::fail_in_file(ErrorCode::kInvalidOption, output, "is one of the inputs",
                                  "choose another output");
  }
  return {};
}

Result<void> write_output(const std::string& output, std::string_view bytes) {
  const std::string path = output == "-" ? output : engine::resolve_output(output);
  if (!engine::is_stream(path)) return write_beside(path, bytes);
  auto stream = engine::PosixFile::open_stream(path);
  if (!stream) return without_resume(stream.error());
  if (auto written = stream->write(bytes); !written) return without_resume(written.error());
  return {};
}

}  // namespace assay::report
