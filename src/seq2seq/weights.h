#pragma once
// The weights of an encoder-decoder as `assay train seq2seq` saves them, matrices brought to 8
// bits.
//
// A matrix is stored in floating point (rounded here), or in 8 bits: tensor NAME of type I8 with
// the scales of its rows in NAME.scales (`assay models export` writes that).

#include <cstddef>
#include <string>
#include <vector>

#include "assay/error.h"
#include "model/model_folder.h"
#include "model/safetensors.h"
#include "seq2seq/byte_matrix.h"

namespace assay::seq2seq {

struct Norm {
  std::vector<float> gamma;
  std::vector<float> beta;
  float epsilon = 0;
};

// A product with its biases, as stored: outputs x inputs.
struct LinearWeights {
  ByteMatrix matrix;
  std::vector<float> biases;
};

struct LayerWeights {
  LinearWeights qkv;  // query, key and value stacked
  LinearWeights out;
  Norm out_norm;
  LinearWeights wide, narrow;
  Norm norm;
};

struct DecoderLayerWeights {
  LayerWeights own;
  LinearWeights query, key_value;  // looking at the source
  LinearWeights cross_out;
  Norm cross_norm;
};

struct Weights {
  std::size_t hidden = 0;
  std::size_t heads = 0;
  std::size_t outputs = 0;  // tokens that can be written; the others can only be copied
  ByteMatrix words, positions, types;
  Norm embedding_norm;
  std::vector<LayerWeights> encoder;
  ByteMatrix output_positions;
  Norm output_embedding_norm;
  std::vector<DecoderLayerWeights> decoder;
  LinearWeights transform;  // before the product with the first `outputs` words
  Norm transform_norm;
  std::vector<float> vocabulary_biases;
  LinearWeights copy_query, copy_key;
  std::vector<float> gate;
  float gate_bias = 0;
};

// Whether config.json says that the folder is such a model.
bool is_seq2seq(const model::ModelFolder& folder);

// kUnsupported for another kind of model; kCorrupt names the first tensor that is missing or has
// another shape or type than config.json says.
Result<Weights> read_weights(const model::ModelFolder& folder);

}  // namespace assay::seq2seq
