#include "model/encoders/blocks.h"

#include <cmath>

namespace assay::model {
namespace {

// Rows of the position table, batch x length or 1 x length: counted from the first token, or, where
// positions follow the padding id, over those tokens that are not padding.
Node positions(GraphContext& context, const Node& table) {
  const auto first = static_cast<std::int64_t>(context.config.first_position);
  if (first == 0) {
    return unsqueeze(slice(table, wholes({0}), size_of(context.ids, 1), 0), {0});
  }
  const Node padding = whole(first - 1);
  const Node real = to_whole(not_equal(context.ids, padding));
  return gather(table, add(multiply(running_sum(real, 1), real), padding));
}

}  // namespace

Node linear(Tensors& tensors, const std::string& name, const Node& input, std::size_t from,
            std::size_t to, bool has_bias) {
  // Tools that change an exported graph choose products by name (model/openvino_export.h).
  const Node multiplied =
      named(product(input, tensors.take(name + ".weight", {to, from}), true), name);
  return has_bias ? add(multiplied, tensors.take(name + ".bias", {to})) : multiplied;
}

Node layer_norm(Tensors& tensors, const std::string& name, const Node& input, std::size_t size,
                double epsilon, bool has_bias) {
  const Node scaled = multiply(normalised(input, epsilon), tensors.take(name + ".weight", {size}));
  return has_bias ? add(scaled, tensors.take(name + ".bias", {size})) : scaled;
}

Node embed(Tensors& tensors, const std::string& name, const Node& ids, std::size_t rows,
           std::size_t width) {
  return gather(tensors.take(name + ".weight", {rows, width}), ids);
}

Node sum_of_embeddings(GraphContext& context, const EmbeddingParts& parts) {
  const ModelConfig& config = context.config;
  Tensors& tensors = context.encoder;
  Node sum =
      embed(tensors, "embeddings.word_embeddings", context.ids, config.vocab_size, parts.width);
  if (config.family->has_types && config.type_vocab_size > 0) {
    const Node table = tensors.take("embeddings.token_type_embeddings.weight",
                                    {config.type_vocab_size, parts.width});
    sum = add(sum, uses_types(config) ? gather(table, context.types) : table);
  }
  if (!parts.positions) return sum;
  const Node table = tensors.take("embeddings.position_embeddings.weight",
                                  {config.max_position_embeddings, parts.width});
  return add(sum, positions(context, table));
}

Node split_heads(const Node& input, std::size_t heads, std::size_t width) {
  const Node apart =
      reshape(input, {0, 0, static_cast<std::int64_t>(heads), static_cast<std::int64_t>(width)});
  return transpose(apart, {0, 2, 1, 3});
}

Node merge_heads(const Node& input, std::size_t size) {
  return reshape(transpose(input, {0, 2, 1, 3}), {0, 0, static_cast<std::int64_t>(size)});
}

Node weighted_values(const Node& scores, const Node& blocked, const Node& value, std::size_t size) {
  return merge_heads(product(softmax(add(scores, blocked)), value), size);
}

LayerNames bert_layer_names(std::size_t index, const std::string& query, const std::string& key,
                            const std::string& value) {
  const std::string layer = "encoder.layer." + std::to_string(index) + ".";
  const std::string self = layer + "attention.self.";
  return {self + query,
          self + key,
          self + value,
          layer + "attention.output.dense",
          layer + "attention.output.LayerNorm",
          layer + "intermediate.dense",
          layer + "output.dense",
          layer + "output.LayerNorm"};
}

Node plain_attention(GraphContext& context, const LayerNames& names, const Node& input) {
  const std::size_t size = context.config.hidden_size;
  const std::size_t heads = context.config.num_attention_heads;
  const std::size_t width = size / heads;
  const auto part = [&](const std::string& name) {
    return split_heads(linear(context.encoder, name, input, size, size), heads, width);
  };
  const Node query = part(names.query);
  const Node key = part(names.key);
  const Node value = part(names.value);
  const auto scale = static_cast<float>(std::sqrt(static_cast<double>(width)));
  const Node scores = divide(product(query, key, true), number(scale));
  return weighted_values(scores, context.blocked, value, size);
}

Node finish_layer(GraphContext& context, const LayerNames& names, const Node& attended,
                  const Node& input, Activation activation) {
  const ModelConfig& config = context.config;
  Tensors& tensors = context.encoder;
  const std::size_t size = config.hidden_size;
  const double epsilon = config.layer_norm_eps;
  const Node mixed = linear(tensors, names.mix, attended, size, size);
  const Node middle = layer_norm(tensors, names.mix_norm, add(mixed, input), size, epsilon);
  const Node wide =
      activate(activation, linear(tensors, names.widen, middle, size, config.intermediate_size));
  const Node narrow = linear(tensors, names.narrow, wide, config.intermediate_size, size);
  return layer_norm(tensors, names.output_norm, add(narrow, middle), size, epsilon);
}

Node first_token(const Node& hidden) {
  return gather(hidden, whole(0), 1);
}

Node mean_pool(const Node& hidden, const Node& mask) {
  const Node wide = unsqueeze(to_float(mask), {-1});
  return divide(sum(multiply(hidden, wide), 1), sum(wide, 1));
}

Node first_token_classifier(GraphContext& context, const Node& hidden, const std::string& dense,
                            Activation activation, const std::string& output) {
  const std::size_t size = context.config.hidden_size;
  const Node inner =
      activate(activation, linear(context.head, dense, first_token(hidden), size, size));
  return linear(context.head, output, inner, size, context.config.labels.size());
}

Activation read_activation(FieldReader& fields, const std::string& key, const std::string& name) {
  if (const auto known = activation_named(name)) return *known;
  fields.refuse(key, "supported are " + std::string(activation_names()) + "; " + onnx_hint());
  return Activation::kGelu;
}

void check_common(FieldReader& fields, const ModelConfig& config) {
  const FieldNames& names = config.family->names;
  const std::pair<const char*, std::size_t> sizes[] = {
      {"vocab_size", config.vocab_size},
      {names.hidden_size, config.hidden_size},
      {names.intermediate_size, config.intermediate_size},
      {names.layers, config.num_hidden_layers},
      {names.heads, config.num_attention_heads},
      {"max_position_embeddings", config.max_position_embeddings}};
  for (const auto& [name, size] : sizes) {
    if (size == 0) fields.reject(name, "must be given and not 0");
  }
  constexpr std::size_t kMostLayers = 1000;
  if (config.num_hidden_layers > kMostLayers) fields.reject(names.layers, "is more than 1000");
  if (config.num_attention_heads != 0 && config.hidden_size % config.num_attention_heads != 0) {
    fields.reject(names.heads, "does not divide " + std::string(names.hidden_size));
  }
  if (config.max_length() < 8) fields.reject("max_position_embeddings", "is too small");
  if (fields.text("position_embedding_type", "absolute") != "absolute") {
    fields.refuse("position_embedding_type", onnx_hint());
  }
  for (const char* decoder : {"is_decoder", "add_cross_attention", "is_encoder_decoder"}) {
    if (fields.flag(decoder, false)) fields.refuse(decoder, "this build runs encoders");
  }
  if (fields.has_items("pruned_heads")) fields.refuse("pruned_heads", onnx_hint());
  if (fields.has("quantization_config")) {
    fields.refuse("quantization_config", "take the checkpoint with plain weights");
  }
  if (fields.has_items("auto_map")) {
    fields.refuse("auto_map", "the checkpoint brings its own code; " + onnx_hint());
  }
}

}  // namespace assay::model
