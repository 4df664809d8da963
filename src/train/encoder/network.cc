#include "train/encoder/network.h"

#include <torch/csrc/autograd/autograd.h>

#include <cassert>

#include "train/math/attention_function.h"
#include "train/math/linear_function.h"

namespace assay::train {
namespace {

// A tensor over numbers that live elsewhere. The optimizer writes them between two steps, when no
// graph that saw them is alive.
at::Tensor view_of(std::span<float> values, const std::vector<std::size_t>& shape, bool trained) {
  const std::vector<std::int64_t> sizes(shape.begin(), shape.end());
  at::Tensor tensor = at::from_blob(values.data(), sizes, at::kFloat);
  return tensor.set_requires_grad(trained);
}

// A copy: the gradient needs it when the rows may be gone.
at::Tensor indices(const std::vector<std::int64_t>& values) {
  return at::from_blob(const_cast<std::int64_t*>(values.data()),
                       {static_cast<std::int64_t>(values.size())}, at::kLong)
      .clone();
}

}  // namespace

Network::Network(EncoderParameters& parameters) : parameters_(parameters) {
  for (const Parameter& parameter : parameters.set.all()) {
    tensors_.push_back(
        view_of(parameters.set.values(parameter), parameter.shape, parameter.trained));
    if (parameter.trained) trained_.push_back(tensors_.back());
  }
}

at::Tensor Network::linear(const at::Tensor& input, std::size_t weight, std::size_t bias) const {
  return at::linear(input, tensors_[weight], tensors_[bias]);
}

at::Tensor Network::inner_linear(const at::Tensor& input, const at::Tensor& weight,
                                 const at::Tensor& bias) const {
  if (parameters_.options.precision == Precision::kF32) return at::linear(input, weight, bias);
  return linear_bf16(input, weight, bias);
}

at::Tensor Network::inner_linear(const at::Tensor& input, std::size_t weight,
                                 std::size_t bias) const {
  return inner_linear(input, tensors_[weight], tensors_[bias]);
}

at::Tensor Network::norm(const at::Tensor& input, std::size_t weight, std::size_t bias) const {
  const auto size = static_cast<std::int64_t>(parameters_.config.hidden_size);
  return at::layer_norm(input, {size}, tensors_[weight], tensors_[bias],
                        parameters_.config.layer_norm_eps);
}

at::Tensor Network::activation(const at::Tensor& input) const {
  const std::string& name = parameters_.config.hidden_act;
  if (name == "relu") return at::relu(input);
  return at::gelu(input, name == "gelu" ? "none" : "tanh");
}

at::Tensor Network::embed(const PackedRows& rows) const {
  const EncoderPlaces& places = parameters_.places;
  const at::Tensor words = at::embedding(tensors_[places.words], indices(rows.ids));
  const at::Tensor where = at::embedding(tensors_[places.positions], indices(rows.positions));
  const at::Tensor kinds = at::embedding(tensors_[places.types], indices(rows.types));
  return norm(words + where + kinds, places.norm_weight, places.norm_bias);
}

at::Tensor Network::after_attention(const at::Tensor& attended, const at::Tensor& residual,
                                    const LayerPlaces& layer) const {
  const at::Tensor middle =
      norm(inner_linear(attended, layer.out_weight, layer.out_bias) + residual,
           layer.out_norm_weight, layer.out_norm_bias);
  return wide_part(middle, layer);
}

at::Tensor Network::wide_part(const at::Tensor& input, const LayerPlaces& layer) const {
  const at::Tensor wide = activation(inner_linear(input, layer.wide_weight, layer.wide_bias));
  return norm(inner_linear(wide, layer.narrow_weight, layer.narrow_bias) + input, layer.norm_weight,
              layer.norm_bias);
}

at::Tensor Network::whole_layer(const at::Tensor& input, const PackedRows& rows,
                                const LayerPlaces& layer) const {
  const at::Tensor qkv = inner_linear(input, layer.qkv_weight, layer.qkv_bias);
  const auto heads = static_cast<std::int64_t>(parameters_.config.num_attention_heads);
  return after_attention(attend_all(qkv, rows.offsets, heads), input, layer);
}

at::Tensor Network::first_token_layer(const at::Tensor& input, const PackedRows& rows,
                                      const LayerPlaces& layer) const {
  const auto heads = static_cast<std::int64_t>(parameters_.config.num_attention_heads);
  const auto size = static_cast<std::int64_t>(parameters_.config.hidden_size);
  const std::vector<std::int64_t> first(rows.offsets.begin(), rows.offsets.end() - 1);
  const at::Tensor asking = at::index_select(input, 0, indices(first));
  const at::Tensor& weight = tensors_[layer.qkv_weight];
  const at::Tensor& bias = tensors_[layer.qkv_bias];
  const at::Tensor query = inner_linear(asking, weight.narrow(0, 0, size), bias.narrow(0, 0, size));
  const at::Tensor key_value =
      inner_linear(input, weight.narrow(0, size, 2 * size), bias.narrow(0, size, 2 * size));
  return after_attention(attend_first(query, key_value, rows.offsets, heads), asking, layer);
}

at::Tensor Network::hidden(const PackedRows& rows, std::size_t layers) const {
  at::Tensor states = embed(rows);
  for (std::size_t i = 0; i < layers; ++i) {
    states = whole_layer(states, rows, parameters_.places.layers[i]);
  }
  return states;
}

at::Tensor Network::classify(const PackedRows& rows) const {
  const EncoderPlaces& places = parameters_.places;
  const at::Tensor states = hidden(rows, places.layers.size() - 1);
  const at::Tensor first = first_token_layer(states, rows, places.layers.back());
  const at::Tensor pooled = at::tanh(linear(first, places.pooler_weight, places.pooler_bias));
  return linear(pooled, places.head_weight, places.head_bias);
}

at::Tensor Network::encode(const PackedRows& rows) const {
  return hidden(rows, parameters_.places.layers.size());
}

at::Tensor Network::mark_spans(const PackedRows& rows) const {
  return linear(encode(rows), parameters_.places.head_weight, parameters_.places.head_bias);
}

std::vector<at::Tensor> Network::gradients(const at::Tensor& loss) const {
  auto gradients = torch::autograd::grad({loss}, trained_);
  for (at::Tensor& gradient : gradients) gradient = gradient.contiguous();
  return gradients;
}

}  // namespace assay::train
