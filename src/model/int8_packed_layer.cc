#include "model/int8_packed_layer.h"

#include <algorithm>

namespace assay::model {
namespace {

bool can_run(const ProductKernels& kernels, const Int8Network& network) {
  const auto fits = [&](const Int8Linear& linear) {
    return linear.depth % kernels.depth_step == 0 && linear.columns % kernels.column_step == 0;
  };
  return std::all_of(network.layers.begin(), network.layers.end(), [&](const Int8Layer& layer) {
    return fits(layer.query) && fits(layer.key) && fits(layer.value) && fits(layer.mix) &&
           fits(layer.widen) && fits(layer.narrow);
  });
}

}  // namespace

PackedLinear::PackedLinear(const Int8Linear& linear, const ProductKernels& kernels)
    : input(linear.input),
      depth(linear.depth),
      columns(linear.columns),
      weights(linear.weights.size()),
      weight_sums(linear.columns, 0),
      scales(linear.scales),
      biases(linear.biases) {
  kernels.pack_weights(linear.weights.data(), depth, columns, weights.data());
  for (std::size_t i = 0; i < linear.weights.size(); ++i) {
    weight_sums[i % columns] += linear.weights[i];
  }
}

PackedLayer::PackedLayer(const Int8Layer& layer, const ProductKernels& kernels)
    : query(layer.query, kernels),
      key(layer.key, kernels),
      value(layer.value, kernels),
      mix(layer.mix, kernels),
      widen(layer.widen, kernels),
      narrow(layer.narrow, kernels),
      query_to(layer.query_to),
      key_to(layer.key_to),
      score_scale(layer.score_scale),
      mix_norm(layer.mix_norm),
      output_norm(layer.output_norm) {}

std::vector<PackedLayer> pack_layers(const Int8Network& network, const ProductKernels& kernels) {
  std::vector<PackedLayer> layers;
  for (const Int8Layer& layer : network.layers) layers.emplace_back(layer, kernels);
  return layers;
}

const ProductKernels& fastest_products(const Int8Network& network) {
  return can_multiply_int8_vnni() && can_run(kVnniProducts, network) ? kVnniProducts : kAvx2Products;
}

}  // namespace assay::model
