#pragma once
// Files that commands write whole.

#include <string>
#include <string_view>

#include "assay/error.h"

namespace assay::cli {

// kConflict when `path` is there and `overwrite` is not set; kIo when it cannot be written.
Result<void> write_new_file(const std::string& path, std::string_view text, bool overwrite);

}  // namespace assay::cli
