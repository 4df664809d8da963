// ALBERT: narrow embeddings, and layers that share their weights in groups.

#include "model/encoders/blocks.h"

namespace assay::model {
namespace {

struct Settings {
  Activation activation = Activation::kGeluTanh;
  std::size_t embedding_size = 128;
  std::size_t groups = 1;
  std::size_t layers_in_group = 1;
};

LayerNames layer_names(std::size_t group, std::size_t index) {
  const std::string layer = "encoder.albert_layer_groups." + std::to_string(group) +
                            ".albert_layers." + std::to_string(index) + ".";
  const std::string attention = layer + "attention.";
  return {attention + "query",     attention + "key",
          attention + "value",     attention + "dense",
          attention + "LayerNorm", layer + "ffn",
          layer + "ffn_output",    layer + "full_layer_layer_norm"};
}

class Albert : public Encoder {
 public:
  explicit Albert(const Settings& settings) : settings_(settings) {}

  Node hidden(GraphContext& context) const override {
    const ModelConfig& config = context.config;
    const std::size_t width = settings_.embedding_size;
    const Node sum = sum_of_embeddings(context, {.width = width});
    const Node embedded =
        layer_norm(context.encoder, "embeddings.LayerNorm", sum, width, config.layer_norm_eps);
    Node hidden = linear(context.encoder, "encoder.embedding_hidden_mapping_in", embedded, width,
                         config.hidden_size);
    context.states.push_back(hidden);
    for (std::size_t i = 0; i < config.num_hidden_layers; ++i) {
      const std::size_t group = i * settings_.groups / config.num_hidden_layers;
      for (std::size_t k = 0; k < settings_.layers_in_group; ++k) {
        const LayerNames names = layer_names(group, k);
        hidden = finish_layer(context, names, plain_attention(context, names, hidden), hidden,
                              settings_.activation);
      }
      context.states.push_back(hidden);
    }
    return hidden;
  }

  Node classify(GraphContext& context, const Node& hidden) const override {
    const std::size_t size = context.config.hidden_size;
    const Node pooled = activate(
        Activation::kTanh, linear(context.encoder, "pooler", first_token(hidden), size, size));
    return linear(context.head, "classifier", pooled, size, context.config.labels.size());
  }

 private:
  Settings settings_;
};

Result<std::unique_ptr<Encoder>> make(const ModelConfig& config) {
  FieldReader fields = config.fields;
  check_common(fields, config);
  Settings settings;
  settings.activation = read_activation(fields, "hidden_act", config.hidden_act);
  settings.embedding_size = fields.size("embedding_size", 128);
  settings.groups = fields.size("num_hidden_groups", 1);
  settings.layers_in_group = fields.size("inner_group_num", 1);
  if (settings.embedding_size == 0) fields.reject("embedding_size", "must not be 0");
  if (settings.groups == 0 || settings.groups > config.num_hidden_layers) {
    fields.reject("num_hidden_groups", "must be from 1 to num_hidden_layers");
  }
  if (settings.layers_in_group == 0 || settings.layers_in_group > 100) {
    fields.reject("inner_group_num", "must be from 1 to 100");
  }
  if (fields.problem()) return tl::unexpected(*fields.problem());
  return std::make_unique<Albert>(settings);
}

}  // namespace

const EncoderFamily& albert_family() {
  static const EncoderFamily kFamily = {.name = "ALBERT",
                                        .model_types = {"albert"},
                                        .prefix = "albert.",
                                        .defaults = {.activation = "gelu_new"},
                                        .make = make};
  return kFamily;
}

}  // namespace assay::model
