#pragma once
// The log of a run as a picture.

#include <filesystem>

#include "assay/error.h"

namespace assay::train {

// Writes an SVG with the loss and, where there were evaluations, their score over the steps. Same
// losses and scores, same bytes. Lines of the log that are neither are passed over.
Result<void> draw_curves(const std::filesystem::path& log, const std::filesystem::path& picture);

}  // namespace assay::train
