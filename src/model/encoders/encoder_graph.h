#pragma once
// Builds the OpenVINO graph of an encoder with its head from a checkpoint of Hugging Face.
//
// Inputs: input_ids, attention_mask and, for families that read them, token_type_ids (i64, batch x
// length). Outputs by head: `logits` (batch x labels), `start_logits` and `end_logits` (batch x
// length), or `last_hidden_state` (batch x length x hidden size).

#include <memory>
#include <openvino/openvino.hpp>
#include <optional>

#include "model/checkpoint.h"
#include "model/engine.h"
#include "model/model_config.h"

namespace assay::model {

// kUnsupported names the field of config.json that asks for what this build cannot do; kCorrupt
// names the tensors that are missing, misshapen or not understood; kInvalidOption a `layer` (of
// Head::kTokens) that the network does not have.
Result<std::shared_ptr<ov::Model>> build_encoder_graph(const ModelConfig& config,
                                                       const Checkpoint& checkpoint, Head head,
                                                       std::optional<std::size_t> layer = {});

// The same for a folder with such weights.
Result<std::shared_ptr<ov::Model>> build_encoder_graph(const ModelFolder& folder, Head head);

// Whether the labels of config.json fit a classifier: kUnsupported for regression and for labels
// that are judged one by one.
Result<void> check_classifier(const ModelConfig& config);

}  // namespace assay::model
