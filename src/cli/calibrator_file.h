#pragma once
// The files that `assay calibrate fit` writes.

#include <string>

#include "assay/calibrate.h"
#include "assay/error.h"

namespace assay::cli {

// The error names the file.
Result<evaluate::FittedCalibrator> read_calibrator(const std::string& path);

}  // namespace assay::cli
