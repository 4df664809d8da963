#pragma once
// The way back from 8 bits: the weights of a quantised model as a checkpoint in floating point, so
// that training can go on from it.

#include <filesystem>

#include "assay/error.h"
#include "model/engine.h"

namespace assay::model {

// Makes `out` a model folder with the same config.json and tokenizer.json, and model.safetensors
// with every weight under the name that Hugging Face gives it. What rounding to 8 bits took from
// the weights stays lost; activations are rounded no more. Failure: kUnsupported where the graph is
// not a BERT in 8 bits that read_int8_network() knows; kInvalidOption when `out` is the folder
// itself. Cost: some ten times the size of the model in memory.
Result<void> export_floats(const ModelFolder& folder, Head head, const std::filesystem::path& out);

}  // namespace assay::model
