#pragma once
// A question generator with its matrices stored in 8 bits: a quarter of the size, and what is read
// from it is what the engine makes of the float folder anyway, bit for bit.

#include <filesystem>

#include "assay/error.h"
#include "model/model_folder.h"

namespace assay::seq2seq {

// Writes `out` as a model folder. Fails as read_weights does, and with kIo.
Result<void> export_bytes(const model::ModelFolder& folder, const std::filesystem::path& out);

}  // namespace assay::seq2seq
