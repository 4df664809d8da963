#include "cli/calibrator_file.h"

#include "base/file.h"

namespace assay::cli {

Result<evaluate::FittedCalibrator> read_calibrator(const std::string& path) {
  const auto text = base::read_file(path, "`assay calibrate fit` writes such files");
  if (!text) return tl::unexpected(text.error());
  auto fitted = evaluate::parse_calibrator(*text);
  if (!fitted) {
    Error error = fitted.error();
    error.file = path;
    return tl::unexpected(std::move(error));
  }
  return fitted;
}

}  // namespace assay::cli
