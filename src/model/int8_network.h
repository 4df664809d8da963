#pragma once
// A BERT encoder with 8-bit weights and activations, taken out of an OpenVINO graph.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <openvino/openvino.hpp>
#include <optional>
#include <vector>

#include "model/engine.h"

namespace assay::model {

// Rounds x * factors[column] to whole numbers in [low, high]; step is what one of them is worth.
struct QuantiseTo {
  std::vector<float> factors;
  float low = 0;
  float high = 0;
  float step = 0;
};

struct Int8Linear {
  QuantiseTo input;
  std::size_t depth = 0;
  std::size_t columns = 0;
  std::vector<std::int8_t> weights;  // row-major, depth x columns
  std::vector<float> scales;         // by column, the input's step included
  std::vector<float> biases;
};

struct LayerNorm {
  std::vector<float> gamma;
  std::vector<float> beta;
  float epsilon = 0;
};

struct Int8Layer {
  Int8Linear query, key, value;  // of one and the same quantised input
  QuantiseTo query_to, key_to;   // what their results are rounded to
  float score_scale = 0;         // from products of rounded queries and keys to scores
  Int8Linear mix;                // after attention
  LayerNorm mix_norm;
  Int8Linear widen;  // followed by gelu
  Int8Linear narrow;
  LayerNorm output_norm;
};

// 8-bit rows with a scale each.
struct Int8Table {
  std::size_t rows = 0;
  std::vector<std::int8_t> values;
  std::vector<float> scales;
};

struct F32Linear {
  std::size_t depth = 0;
  std::size_t columns = 0;
  std::vector<float> weights;  // row-major, depth x columns; factors on the input folded in
  std::vector<float> biases;
};

struct Int8Network {
  std::size_t hidden = 0;
  std::size_t heads = 0;
  Int8Table words, types, positions;
  LayerNorm embedding_norm;
  std::vector<Int8Layer> layers;
  F32Linear pooler;  // tanh follows; kClassify only
  F32Linear output;  // labels, or start and end
};

// The network of a graph that computes exactly this and nothing else; absent for any other graph.
std::optional<Int8Network> read_int8_network(ov::Model& graph, Head head);

// Whether this processor has the least that the kernels need: AVX2 and FMA.
bool can_run_int8_engine();

// The engine with the fastest kernels that processor and network allow. All give the same bits.
std::unique_ptr<Engine> make_int8_engine(const Int8Network& network, const ModelFolder& folder,
                                         Head head, const EngineOptions& options);

}  // namespace assay::model
