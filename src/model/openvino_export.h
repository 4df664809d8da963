#pragma once
// Writes the network of a model folder as OpenVINO IR, for tools that change graphs, such as NNCF.
//
// Products of the encoder and of its head keep the names that their weights have in a checkpoint
// ("encoder.layer.0.output.dense", "classifier"), so that a tool can tell them apart.

#include <filesystem>

#include "assay/error.h"
#include "model/engine.h"

namespace assay::model {

// The head that `architectures` of config.json names. kInvalidOption when it names none: the caller
// has to say which one is meant.
Result<Head> head_of(const ModelFolder& folder);

// Makes `out` a model folder with the same config.json and tokenizer.json, and the weights as
// openvino_model.xml and .bin in full precision. Files of these names are replaced. kInvalidOption
// when `out` is the folder itself.
Result<void> export_openvino(const ModelFolder& folder, Head head,
                             const std::filesystem::path& out);

}  // namespace assay::model
