#pragma once
// Writes what was trained as a model folder that src/model loads as it is.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "assay/error.h"
#include "train/encoder_parameters.h"

namespace assay::train {

// Where the parts of a folder that training does not change come from.
struct ModelTemplate {
  std::filesystem::path base;    // its config.json and tokenizer.json are carried over
  nlohmann::ordered_json extra;  // members that config.json gets besides
};

Result<void> write_model(const EncoderParameters& parameters, const ModelTemplate& source,
                         const std::filesystem::path& folder);

}  // namespace assay::train
