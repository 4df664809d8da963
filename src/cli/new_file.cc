#include "cli/new_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace assay::cli {
namespace {

tl::unexpected<Error> fail_with(ErrorCode code, const std::string& path, std::string message,
                                std::string hint) {
  Error error;
  error.code = code;
  error.file = path;
  error.message = std::move(message);
  error.hint = std::move(hint);
  return tl::unexpected(std::move(error));
}

}  // namespace

Result<void> write_new_file(const std::string& path, std::string_view text, bool overwrite) {
  std::error_code ignored;
  if (!overwrite && std::filesystem::is_regular_file(path, ignored))
    return fail_with(ErrorCode::kConflict, path, "exists already", "--overwrite replaces it");
  errno = 0;
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (out) return {};
  return fail_with(ErrorCode::kIo, path, std::string("cannot be written: ") + std::strerror(errno),
                   "");
}

}  // namespace assay::cli
