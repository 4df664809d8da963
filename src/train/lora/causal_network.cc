#include "train/lora/causal_network.h"

#include <torch/csrc/autograd/autograd.h>

#include "train/lora/lora_linear.h"
#include "train/math/attention_function.h"

namespace assay::train {
namespace {

at::Tensor indices(const std::vector<std::int64_t>& values) {
  return at::from_blob(const_cast<std::int64_t*>(values.data()),
                       {static_cast<std::int64_t>(values.size())}, at::kLong)
      .clone();
}

// Every key head once for each query head that it serves.
at::Tensor widened(const at::Tensor& keys, const LlamaConfig& config) {
  const auto heads = static_cast<std::int64_t>(config.key_heads);
  const auto width = static_cast<std::int64_t>(config.head_width);
  const auto times = static_cast<std::int64_t>(config.heads / config.key_heads);
  if (times == 1) return keys;
  return keys.view({-1, heads, 1, width})
      .expand({-1, heads, times, width})
      .reshape({-1, heads * times * width});
}

}  // namespace

PackedText::PackedText(const TokenRows& all, std::span<const std::size_t> chosen)
    : rows(all, chosen) {
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::size_t before = labels.size();
    for (std::int64_t i = rows.offsets[row] + 1; i < rows.offsets[row + 1]; ++i) {
      const auto place = static_cast<std::size_t>(i);
      if (rows.types[place] != kAnswerToken) continue;
      places.push_back(i - 1);
      labels.push_back(rows.ids[place]);
    }
    answer_tokens.push_back(labels.size() - before);
  }
}

CausalNetwork::CausalNetwork(const LlamaBase& base, LoraParameters& lora)
    : base_(base), lora_(lora) {
  for (const Parameter& parameter : lora.set.all()) {
    const std::vector<std::int64_t> sizes(parameter.shape.begin(), parameter.shape.end());
    const auto values = lora.set.values(parameter);
    tensors_.push_back(at::from_blob(values.data(), sizes, at::kFloat).set_requires_grad(true));
  }
}

at::Tensor CausalNetwork::project(const LayerInput& input, std::size_t layer,
                                  Projection projection) const {
  const at::Tensor& weight = base_.layers[layer].of(projection);
  const auto& place = lora_.of(layer, projection);
  if (!place) return frozen_linear(input, weight);
  return lora_linear(input, weight, tensors_[place->a], tensors_[place->b], lora_.options.scale());
}

at::Tensor CausalNetwork::attention(const at::Tensor& states, const PackedRows& rows,
                                    const Rotation& rotation, std::size_t layer) const {
  const LlamaConfig& config = base_.config;
  const LayerInput input(states, base_.type());
  const at::Tensor query = rotate(project(input, layer, Projection::kQuery), rotation);
  const at::Tensor key = rotate(project(input, layer, Projection::kKey), rotation);
  const at::Tensor value = project(input, layer, Projection::kValue);
  const at::Tensor all = at::cat({query, widened(key, config), widened(value, config)}, 1);
  const auto heads = static_cast<std::int64_t>(config.heads);
  const LayerInput attended(attend_all(all, rows.offsets, heads, /*causal=*/true), base_.type());
  return project(attended, layer, Projection::kOutput);
}

at::Tensor CausalNetwork::feed_forward(const at::Tensor& states, std::size_t layer) const {
  const LayerInput input(states, base_.type());
  const LayerInput wide(
      gated(project(input, layer, Projection::kGate), project(input, layer, Projection::kUp)),
      base_.type());
  return project(wide, layer, Projection::kDown);
}

at::Tensor CausalNetwork::logits(const PackedText& text) const {
  const double epsilon = base_.config.norm_epsilon;
  const Rotation rotation = rotation_of(text.rows.positions, base_.config);
  at::Tensor states = at::embedding(base_.embeddings, indices(text.rows.ids));
  for (std::size_t i = 0; i < base_.layers.size(); ++i) {
    const LlamaLayer& layer = base_.layers[i];
    const at::Tensor normed = rms_norm(states, layer.attention_norm, epsilon);
    states = states + attention(normed, text.rows, rotation, i);
    states = states + feed_forward(rms_norm(states, layer.feed_norm, epsilon), i);
  }
  const at::Tensor asked = at::index_select(states, 0, indices(text.places));
  const LayerInput last(rms_norm(asked, base_.output_norm, epsilon), base_.type());
  return frozen_linear(last, base_.output);
}

at::Tensor CausalNetwork::log_probabilities(const PackedText& text) const {
  const at::Tensor labels = indices(text.labels).unsqueeze(1);
  return at::log_softmax(logits(text), 1).gather(1, labels).squeeze(1);
}

std::vector<at::Tensor> CausalNetwork::gradients(const at::Tensor& loss) const {
  auto gradients = torch::autograd::grad({loss}, tensors_);
  for (at::Tensor& gradient : gradients) gradient = gradient.contiguous();
  return gradients;
}

}  // namespace assay::train
