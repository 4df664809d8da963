#pragma once
// Builds the OpenVINO graph of a BERT or RoBERTa encoder with its head from model.safetensors.
//
// Inputs: input_ids, attention_mask, token_type_ids (i64, batch x length). Outputs by head:
// `logits` (batch x labels), `start_logits` and `end_logits` (batch x length), or
// `sentence_embedding` (batch x hidden size).

#include <memory>
#include <openvino/openvino.hpp>

#include "model/engine.h"

namespace assay::model {

// kCorrupt names the tensors that are missing, misshapen or not understood.
Result<std::shared_ptr<ov::Model>> build_bert_graph(const ModelFolder& folder, Head head);

// The mean over the real tokens of hidden (batch x length x size); `mask` is batch x length.
ov::Output<ov::Node> mean_pool(const ov::Output<ov::Node>& hidden,
                               const ov::Output<ov::Node>& mask);

}  // namespace assay::model
