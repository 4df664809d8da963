#pragma once
// The parts of a quantised BERT in an OpenVINO graph. Each function reads one part that ends at a
// node, says where the part begins, and throws Mismatch (graph_match.h) when it is another.
//
// Two ways of writing the same network are known: operations of ONNX, as PyTorch exports them, and
// those of our own graphs (encoders/), as `assay models export` writes them.

#include <vector>

#include "model/graph_match.h"
#include "model/int8_network.h"

namespace assay::model {

// 8-bit constant times f32 scales: a matrix and its scales.
struct ScaledBytes {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<std::int8_t> values;
  std::vector<float> scales;
  bool by_row = false;  // else by column
};
ScaledBytes scaled_bytes(const NodePtr& node);

// What a FakeQuantize over columns rounds to; `smooth` are factors applied before it, one a column.
QuantiseTo quantiser(const NodePtr& node, const std::vector<float>& smooth);

// bias + matmul(quantise(x [* factors]), weights). Sets `input` to x and `quantised` to the node
// that rounds it.
Int8Linear int8_linear(const NodePtr& node, NodePtr& input, NodePtr& quantised);

// bias + matmul(x * factors, weights); sets `input` to x.
F32Linear f32_linear(const NodePtr& node, NodePtr& input);

// Normalisation over the last axis, scaled and shifted; sets `input` to what is normalised.
LayerNorm layer_norm(const NodePtr& node, NodePtr& input);

// The exact gelu; returns its input.
NodePtr gelu(const NodePtr& node);

// A projection split into heads: transpose(reshape(x)) in the given order; returns x.
NodePtr split_heads(const NodePtr& node, const std::vector<std::int64_t>& order);

// (1 - mask) * lowest float, with axes added; returns the mask.
NodePtr additive_mask(const NodePtr& node);

}  // namespace assay::model
