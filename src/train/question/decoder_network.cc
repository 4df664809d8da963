#include "train/question/decoder_network.h"

#include <cmath>

#include "train/math/attention_function.h"

namespace assay::train {
namespace {

at::Tensor indices(const std::vector<std::int64_t>& values) {
  return at::tensor(values, at::kLong);
}

}  // namespace

at::Tensor DecoderNetwork::layer(const at::Tensor& input, const at::Tensor& encoded,
                                 const PackedRows& sources, const PackedTargets& targets,
                                 const DecoderLayerPlaces& layer) const {
  const auto heads = static_cast<std::int64_t>(parameters_.config.num_attention_heads);
  const LayerPlaces& own = layer.own;
  const at::Tensor qkv = network_.inner_linear(input, own.qkv_weight, own.qkv_bias);
  const at::Tensor before = attend_all(qkv, targets.offsets, heads, /*causal=*/true);
  const at::Tensor knows_output =
      network_.norm(network_.inner_linear(before, own.out_weight, own.out_bias) + input,
                    own.out_norm_weight, own.out_norm_bias);
  const at::Tensor query =
      network_.inner_linear(knows_output, layer.query_weight, layer.query_bias);
  const at::Tensor key_value =
      network_.inner_linear(encoded, layer.key_value_weight, layer.key_value_bias);
  const at::Tensor seen = attend_from(query, targets.offsets, key_value, sources.offsets, heads);
  const at::Tensor knows_source = network_.norm(
      network_.inner_linear(seen, layer.cross_out_weight, layer.cross_out_bias) + knows_output,
      layer.cross_norm_weight, layer.cross_norm_bias);
  return network_.wide_part(knows_source, own);
}

at::Tensor DecoderNetwork::states(const at::Tensor& encoded, const PackedRows& sources,
                                  const PackedTargets& targets) const {
  const at::Tensor words =
      at::embedding(network_.tensor(parameters_.places.words), indices(targets.inputs));
  const at::Tensor where =
      at::embedding(network_.tensor(places_.positions), indices(targets.positions));
  at::Tensor states = network_.norm(words + where, places_.norm_weight, places_.norm_bias);
  for (const DecoderLayerPlaces& one : places_.layers) {
    states = layer(states, encoded, sources, targets, one);
  }
  return states;
}

// Probability of each label among the tokens that can be written.
at::Tensor DecoderNetwork::written(const at::Tensor& states, const PackedTargets& targets) const {
  const at::Tensor transformed =
      network_.norm(network_.activation(
                        network_.linear(states, places_.transform_weight, places_.transform_bias)),
                    places_.transform_norm_weight, places_.transform_norm_bias);
  const at::Tensor& biases = network_.tensor(places_.vocabulary_bias);
  const std::int64_t outputs = biases.size(0);
  const at::Tensor words = network_.tensor(parameters_.places.words).narrow(0, 0, outputs);
  const at::Tensor shares = at::log_softmax(at::linear(transformed, words, biases), 1).exp();
  const at::Tensor labels = indices(targets.labels);
  const at::Tensor found = shares.gather(1, labels.clamp_max(outputs - 1).unsqueeze(1)).squeeze(1);
  return found * labels.lt(outputs).to(at::kFloat);  // others can only be copied
}

// Attention to the places of the source where the label stands.
at::Tensor DecoderNetwork::copied(const at::Tensor& states, const at::Tensor& encoded,
                                  const PackedRows& sources, const PackedTargets& targets) const {
  const at::Tensor query =
      network_.linear(states, places_.copy_query_weight, places_.copy_query_bias);
  const at::Tensor key = network_.linear(encoded, places_.copy_key_weight, places_.copy_key_bias);
  const double scale = 1 / std::sqrt(static_cast<double>(parameters_.config.hidden_size));
  const at::Tensor ids = indices(sources.ids);
  const at::Tensor labels = indices(targets.labels);
  std::vector<at::Tensor> found;
  for (std::size_t row = 0; row < targets.size(); ++row) {
    const std::int64_t first = targets.offsets[row];
    const std::int64_t count = targets.offsets[row + 1] - first;
    const std::int64_t from = sources.offsets[row];
    const std::int64_t length = sources.offsets[row + 1] - from;
    const at::Tensor scores =
        at::matmul(query.narrow(0, first, count), key.narrow(0, from, length).t()) * scale;
    const at::Tensor same = labels.narrow(0, first, count)
                                .unsqueeze(1)
                                .eq(ids.narrow(0, from, length).unsqueeze(0))
                                .to(at::kFloat);
    found.push_back((at::softmax(scores, 1) * same).sum(1));
  }
  return at::cat(found);
}

at::Tensor DecoderNetwork::log_probabilities(const PackedRows& sources,
                                             const PackedTargets& targets) const {
  const at::Tensor encoded = network_.encode(sources);
  const at::Tensor decoded = states(encoded, sources, targets);
  const at::Tensor gate =
      at::sigmoid(network_.linear(decoded, places_.gate_weight, places_.gate_bias)).squeeze(1);
  const at::Tensor found =
      (1 - gate) * written(decoded, targets) + gate * copied(decoded, encoded, sources, targets);
  constexpr double kSmallest = 1e-20;  // a label that is found nowhere still has a logarithm
  return at::log(found + kSmallest);
}

}  // namespace assay::train
