#pragma once
// Whole files as bytes.

#include <filesystem>
#include <fstream>
#include <string>

#include "assay/error.h"

namespace assay::base {

// A regular file, for reading bytes. kNotFound with `hint` when it cannot be opened; also for a
// folder, pipe or device: opening a pipe would wait for somebody to write to it.
Result<std::ifstream> open_file(const std::filesystem::path& file, std::string hint = {});

// As open_file; kIo when it cannot be read.
Result<std::string> read_file(const std::filesystem::path& file, std::string hint = {});

}  // namespace assay::base
