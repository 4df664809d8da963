#pragma once
// Whole files as bytes.

#include <filesystem>
#include <string>

#include "assay/error.h"

namespace assay::base {

// kNotFound when the file cannot be opened, with `hint`; kIo when it cannot be read.
Result<std::string> read_file(const std::filesystem::path& file, std::string hint = {});

}  // namespace assay::base
