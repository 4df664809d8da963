#include "base/file.h"

#include <iterator>

namespace assay::base {

namespace {

tl::unexpected<Error> fail_on(const std::filesystem::path& file, ErrorCode code,
                              std::string message, std::string hint) {
  auto failure = fail(code, std::move(message), std::move(hint));
  failure.value().file = file.string();
  return failure;
}

}  // namespace

Result<std::ifstream> open_file(const std::filesystem::path& file, std::string hint) {
  if (hint.empty()) hint = "put the file where it is named, or check its permissions";
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    return fail_on(file, ErrorCode::kNotFound, "is not a regular file", std::move(hint));
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) return fail_on(file, ErrorCode::kNotFound, "cannot be opened", std::move(hint));
  return in;
}

Result<std::string> read_file(const std::filesystem::path& file, std::string hint) {
  auto in = open_file(file, std::move(hint));
  if (!in) return tl::unexpected(in.error());
  std::string bytes((std::istreambuf_iterator<char>(*in)), std::istreambuf_iterator<char>());
  if (in->bad()) {
    return fail_on(file, ErrorCode::kIo, "cannot be read", "check the disk and permissions");
  }
  return bytes;
}

}  // namespace assay::base
