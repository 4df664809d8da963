#include "base/file.h"

#include <fstream>
#include <iterator>

namespace assay::base {

Result<std::string> read_file(const std::filesystem::path& file, std::string hint) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    if (hint.empty()) hint = "put the file where it is named, or check its permissions";
    return fail(ErrorCode::kNotFound, "cannot open " + file.string(), std::move(hint));
  }
  std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (in.bad()) {
    return fail(ErrorCode::kIo, "cannot read " + file.string(), "check the disk and permissions");
  }
  return bytes;
}

}  // namespace assay::base
