// DeBERTa-v2 and v3: attention to content and to relative positions apart ("disentangled").

#include <algorithm>
#include <cmath>
#include <optional>

#include "model/encoders/blocks.h"
#include "model/encoders/relative_positions.h"

namespace assay::model {
namespace {

struct Convolution {
  std::size_t kernel = 3;
  Activation activation = Activation::kTanh;
};

struct Settings {
  Activation activation = Activation::kGelu;
  Activation pooler_activation = Activation::kGelu;
  std::size_t embedding_size = 0;
  bool absolute_positions = true;  // are added to the embeddings
  std::optional<RelativePositions> relative;
  bool content_to_position = false;
  bool position_to_content = false;
  bool share_projections = false;  // of content and of positions
  bool norm_of_positions = false;
  std::optional<Convolution> convolution;  // beside the first layer
};

class Deberta : public Encoder {
 public:
  explicit Deberta(const Settings& settings) : settings_(settings) {}

  Node hidden(GraphContext& context) const override {
    const ModelConfig& config = context.config;
    const Node embedded = embeddings(context);
    const Node distances = table_of_distances(context);
    Node hidden = embedded;
    context.states.push_back(hidden);
    for (std::size_t i = 0; i < config.num_hidden_layers; ++i) {
      const LayerNames names = bert_layer_names(i, "query_proj", "key_proj", "value_proj");
      const Node attended = attention(context, i, names, hidden, distances);
      hidden = finish_layer(context, names, attended, hidden, settings_.activation);
      if (i == 0 && settings_.convolution) hidden = convolve(context, embedded, hidden);
      context.states.push_back(hidden);
    }
    return hidden;
  }

  // Unlike BERT's, the pooler is part of the head.
  Node classify(GraphContext& context, const Node& hidden) const override {
    return first_token_classifier(context, hidden, "pooler.dense", settings_.pooler_activation,
                                  "classifier");
  }

 private:
  Node embeddings(GraphContext& context) const {
    const ModelConfig& config = context.config;
    Node sum = sum_of_embeddings(
        context, {.width = settings_.embedding_size, .positions = settings_.absolute_positions});
    if (settings_.embedding_size != config.hidden_size) {
      sum = linear(context.encoder, "embeddings.embed_proj", sum, settings_.embedding_size,
                   config.hidden_size, false);
    }
    const Node normal = layer_norm(context.encoder, "embeddings.LayerNorm", sum, config.hidden_size,
                                   config.layer_norm_eps);
    return multiply(normal, unsqueeze(to_float(context.mask), {-1}));
  }

  // 1 x rows x hidden_size; empty without relative positions.
  Node table_of_distances(GraphContext& context) const {
    if (!settings_.relative) return {};
    const ModelConfig& config = context.config;
    Node table = context.encoder.take("encoder.rel_embeddings.weight",
                                      {2 * settings_.relative->span(), config.hidden_size});
    if (settings_.norm_of_positions) {
      table = layer_norm(context.encoder, "encoder.LayerNorm", table, config.hidden_size,
                         config.layer_norm_eps);
    }
    return unsqueeze(table, {0});
  }

  Node attention(GraphContext& context, std::size_t layer, const LayerNames& names,
                 const Node& input, const Node& distances) const {
    const std::size_t size = context.config.hidden_size;
    const Node query = projected(context, names.query, input);
    const Node key = projected(context, names.key, input);
    const Node value = projected(context, names.value, input);
    const int summands =
        1 + (settings_.content_to_position ? 1 : 0) + (settings_.position_to_content ? 1 : 0);
    const double width =
        static_cast<double>(size) / static_cast<double>(context.config.num_attention_heads);
    const Node scale = number(static_cast<float>(std::sqrt(width * summands)));
    Node scores = product(query, key, true);
    const std::string self = "encoder.layer." + std::to_string(layer) + ".attention.self.";
    if (settings_.relative && settings_.content_to_position) {
      const std::string name = settings_.share_projections ? names.key : self + "pos_key_proj";
      const Node keys = projected(context, name, distances);
      scores = add(scores, scores_by_distance(context, query, keys, -1));
    }
    if (settings_.relative && settings_.position_to_content) {
      const std::string name = settings_.share_projections ? names.query : self + "pos_query_proj";
      const Node queries = projected(context, name, distances);
      const Node transposed = scores_by_distance(context, key, queries, +1);
      scores = add(scores, transpose(transposed, {0, 1, 3, 2}));
    }
    return weighted_values(divide(scores, scale), context.blocked, value, size);
  }

  Node projected(GraphContext& context, const std::string& name, const Node& input) const {
    const std::size_t size = context.config.hidden_size;
    const std::size_t heads = context.config.num_attention_heads;
    return split_heads(linear(context.encoder, name, input, size, size), heads, size / heads);
  }

  // result[a][b] is the product of token a with the distance between a and b. The rows of all
  // distances that any sequence can have are a constant, of which each length takes the middle.
  Node scores_by_distance(GraphContext& context, const Node& tokens, const Node& table,
                          std::int64_t sign) const {
    const std::size_t longest = context.config.max_length();
    const Node all = wholes(distance_rows(longest, *settings_.relative, sign));
    const Node length = size_of(context.ids, 1);
    const Node middle = wholes({static_cast<std::int64_t>(longest)});
    const Node first = subtract(middle, length);
    const Node last = subtract(add(middle, length), wholes({1}));
    const Node rows = gather(table, slice(all, first, last, 0), 2);
    return by_pairs(product(tokens, rows, true), length);
  }

  // A convolution over neighbouring tokens, added to the first layer's result.
  Node convolve(GraphContext& context, const Node& embedded, const Node& hidden) const {
    const std::size_t size = context.config.hidden_size;
    const std::size_t kernel = settings_.convolution->kernel;
    const Node weight = context.encoder.take("encoder.conv.conv.weight", {size, size, kernel});
    const Node bias = context.encoder.take("encoder.conv.conv.bias", {size});
    const Node mask = unsqueeze(to_float(context.mask), {-1});
    const Node mixed = convolution(transpose(embedded, {0, 2, 1}), weight, kernel);
    const Node moved = multiply(add(transpose(mixed, {0, 2, 1}), bias), mask);
    const Node sum = add(hidden, activate(settings_.convolution->activation, moved));
    const Node normal = layer_norm(context.encoder, "encoder.conv.LayerNorm", sum, size,
                                   context.config.layer_norm_eps);
    return multiply(normal, mask);
  }

  Settings settings_;
};

RelativePositions read_relative_positions(FieldReader& fields, const ModelConfig& config) {
  RelativePositions relative;
  // -1 stands for "as many as there are positions" and for "no buckets".
  const double most = fields.number("max_relative_positions", -1);
  relative.max_distance =
      most < 1 ? config.max_position_embeddings : fields.size("max_relative_positions", 0);
  const double buckets = fields.number("position_buckets", -1);
  relative.buckets = buckets < 1 ? 0 : fields.size("position_buckets", 0);
  if (relative.buckets > 0 &&
      (relative.buckets < 4 || relative.max_distance < relative.buckets / 2 + 2)) {
    fields.reject("position_buckets", "does not fit max_relative_positions");
  }
  return relative;
}

void read_attention(FieldReader& fields, const ModelConfig& config, Settings& settings) {
  if (fields.flag("relative_attention", false)) {
    settings.relative = read_relative_positions(fields, config);
  }
  for (const std::string& kind : fields.texts("pos_att_type")) {
    if (kind == "c2p") {
      settings.content_to_position = true;
    } else if (kind == "p2c") {
      settings.position_to_content = true;
    } else {
      fields.refuse("pos_att_type", "supported are c2p and p2c; " + onnx_hint());
    }
  }
  settings.share_projections = fields.flag("share_att_key", false);
  const auto norms = fields.texts("norm_rel_ebd");
  settings.norm_of_positions = std::find(norms.begin(), norms.end(), "layer_norm") != norms.end();
  const std::size_t width =
      config.num_attention_heads == 0 ? 0 : config.hidden_size / config.num_attention_heads;
  if (fields.size("attention_head_size", width) != width) {
    fields.refuse("attention_head_size", onnx_hint());
  }
}

Result<std::unique_ptr<Encoder>> make(const ModelConfig& config) {
  FieldReader fields = config.fields;
  check_common(fields, config);
  Settings settings;
  settings.activation = read_activation(fields, "hidden_act", config.hidden_act);
  settings.pooler_activation =
      read_activation(fields, "pooler_hidden_act", fields.text("pooler_hidden_act", "gelu"));
  settings.embedding_size = fields.size("embedding_size", config.hidden_size);
  if (settings.embedding_size == 0) fields.reject("embedding_size", "must not be 0");
  settings.absolute_positions = fields.flag("position_biased_input", true);
  read_attention(fields, config, settings);
  if (fields.size("pooler_hidden_size", config.hidden_size) != config.hidden_size) {
    fields.refuse("pooler_hidden_size", onnx_hint());
  }
  if (const std::size_t kernel = fields.size("conv_kernel_size", 0); kernel > 0) {
    settings.convolution =
        Convolution{kernel, read_activation(fields, "conv_act", fields.text("conv_act", "tanh"))};
    if (kernel % 2 == 0) fields.refuse("conv_kernel_size", "it must be odd");
    if (fields.size("conv_groups", 1) != 1) fields.refuse("conv_groups", onnx_hint());
  }
  if (fields.problem()) return tl::unexpected(*fields.problem());
  return std::make_unique<Deberta>(settings);
}

}  // namespace

const EncoderFamily& deberta_family() {
  static const EncoderFamily kFamily = {.name = "DeBERTa-v2",
                                        .model_types = {"deberta-v2"},
                                        .prefix = "deberta.",
                                        .defaults = {.layer_norm_eps = 1e-7},
                                        .make = make};
  return kFamily;
}

}  // namespace assay::model
