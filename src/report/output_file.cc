#include "report/output_file.h"

#include <filesystem>
#include <utility>

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

Result<void> write_beside(const std::string& path, std::string_view bytes) {
  const std::string beside = path + ".new";
  auto file = engine::PosixFile::open(beside);
  if (!file) return without_resume(file.error());
  auto written = file->truncate(0);
  if (written) written = file->write(bytes);
  if (written) written = file->sync();
  if (written) written = engine::rename_durably(beside, path);
  if (written) return {};
  std::error_code ignored;
  fs::remove(beside, ignored);
  return without_resume(written.error());
}

}  // namespace

Result<void> check_output(const std::string& output, const std::vector<std::string>& inputs) {
  if (output == "-") return {};
  std::error_code error;
  if (fs::is_directory(output, error))
    return engine::fail_in_file(ErrorCode::kInvalidOption, output, "is a directory",
                                "name a file in it");
  for (const std::string& input : inputs) {
    if (input.empty() || input == "-" || engine::is_stream(output)) continue;
    if (fs::equivalent(output, input, error))
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
