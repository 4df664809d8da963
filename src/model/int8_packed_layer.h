#pragma once
// The layers of an Int8Network with their weights in the order that a set of kernels wants.

#include <cstdint>
#include <vector>

#include "model/int8_network.h"
#include "model/int8_products.h"

namespace assay::model {

// A product with its weights in the kernels' order.
struct PackedLinear {
  PackedLinear(const Int8Linear& linear, const ProductKernels& kernels);

  QuantiseTo input;
  std::size_t depth;
  std::size_t columns;
  std::vector<std::int8_t> weights;
  std::vector<std::int32_t> weight_sums;  // by column
  std::vector<float> scales;
  std::vector<float> biases;
};

struct PackedLayer {
  PackedLayer(const Int8Layer& layer, const ProductKernels& kernels);

  PackedLinear query, key, value, mix, widen, narrow;
  QuantiseTo query_to, key_to;
  float score_scale;
  LayerNorm mix_norm, output_norm;
};

std::vector<PackedLayer> pack_layers(const Int8Network& network, const ProductKernels& kernels);

// The best that this processor has among those that fit the sizes of the network.
const ProductKernels& fastest_products(const Int8Network& network);

}  // namespace assay::model
