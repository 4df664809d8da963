// ModernBERT: norms before each half of a layer, rotary positions, gated feed-forward, and
// attention that is local in most layers.

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/encoders/blocks.h"

namespace assay::model {
namespace {

struct Settings {
  Activation activation = Activation::kGelu;
  Activation head_activation = Activation::kGelu;
  std::size_t reach = 64;   // distance that local attention still sees
  std::vector<bool> local;  // by layer
  double local_theta = 10'000;
  double global_theta = 160'000;
  bool norm_bias = false;
  bool attention_bias = false;
  bool feed_forward_bias = false;
  bool head_bias = false;
  bool mean_of_tokens = false;  // is what the classifier reads; else the first token
};

// How attention works in one kind of layer.
struct AttentionKind {
  Node blocked;  // added to the scores
  Node cosines;  // 1 x 1 x length x width of a head
  Node sines;
};

// Cosines or sines of the angles of all positions, as a table. In f32, as in training.
Node angle_table(std::size_t longest, std::size_t width, double theta, float (*function)(float)) {
  std::vector<float> values(longest * width);
  for (std::size_t i = 0; i < width / 2; ++i) {
    const float exponent = static_cast<float>(2 * i) / static_cast<float>(width);
    const float frequency = 1.0F / std::pow(static_cast<float>(theta), exponent);
    for (std::size_t position = 0; position < longest; ++position) {
      const float value = function(static_cast<float>(position) * frequency);
      values[position * width + i] = value;
      values[position * width + i + width / 2] = value;
    }
  }
  return numbers(values, {1, 1, longest, width});
}

// 0 where two tokens are at most `reach` apart, the least float elsewhere; 1 x 1 x length x length.
Node blocked_by_distance(const Node& ids, std::size_t reach) {
  const Node places = counted_from(0, size_of(ids, 1));
  const Node distance = absolute(subtract(unsqueeze(places, {1}), unsqueeze(places, {0})));
  const Node near = at_most(distance, whole(static_cast<std::int64_t>(reach)));
  const Node least = number(std::numeric_limits<float>::lowest());
  const Node blocked = choose(near, number(0), least);
  return unsqueeze(blocked, {0, 1});
}

class ModernBert : public Encoder {
 public:
  explicit ModernBert(Settings settings) : settings_(std::move(settings)) {}

  Node hidden(GraphContext& context) const override {
    const ModelConfig& config = context.config;
    const AttentionKind global = attention_kind(context, false);
    const AttentionKind local = attention_kind(context, true);
    const Node words = embed(context.encoder, "embeddings.tok_embeddings", context.ids,
                             config.vocab_size, config.hidden_size);
    Node hidden = norm(context, context.encoder, "embeddings.norm", words);
    context.states.push_back(hidden);
    for (std::size_t i = 0; i < config.num_hidden_layers; ++i) {
      const std::string name = "layers." + std::to_string(i) + ".";
      // The embeddings have just been normalised.
      const Node input =
          i == 0 ? hidden : norm(context, context.encoder, name + "attn_norm", hidden);
      const AttentionKind& kind = settings_.local[i] ? local : global;
      hidden = add(hidden, attention(context, name + "attn.", input, kind));
      const Node middle = norm(context, context.encoder, name + "mlp_norm", hidden);
      hidden = add(hidden, feed_forward(context, name + "mlp.", middle));
      context.states.push_back(hidden);
    }
    return norm(context, context.encoder, "final_norm", hidden);
  }

  Node classify(GraphContext& context, const Node& hidden) const override {
    const Node pooled =
        settings_.mean_of_tokens ? mean_pool(hidden, context.mask) : first_token(hidden);
    return linear(context.head, "classifier", head(context, pooled), context.config.hidden_size,
                  context.config.labels.size());
  }

  Node spans(GraphContext& context, const Node& hidden) const override {
    return linear(context.head, "classifier", head(context, hidden), context.config.hidden_size, 2);
  }

 private:
  Node norm(GraphContext& context, Tensors& tensors, const std::string& name,
            const Node& input) const {
    return layer_norm(tensors, name, input, context.config.hidden_size,
                      context.config.layer_norm_eps, settings_.norm_bias);
  }

  AttentionKind attention_kind(GraphContext& context, bool local) const {
    const ModelConfig& config = context.config;
    const double theta = local ? settings_.local_theta : settings_.global_theta;
    const std::size_t width = config.hidden_size / config.num_attention_heads;
    const Node length = size_of(context.ids, 1);
    const auto table = [&](float (*function)(float)) {
      return slice(angle_table(config.max_length(), width, theta, function), wholes({0}), length,
                   2);
    };
    AttentionKind kind;
    kind.cosines = table([](float angle) { return std::cos(angle); });
    kind.sines = table([](float angle) { return std::sin(angle); });
    // The lesser of the two, not their sum: a row that sees no real token must stay finite.
    kind.blocked = local
                       ? smaller(context.blocked, blocked_by_distance(context.ids, settings_.reach))
                       : context.blocked;
    return kind;
  }

  Node attention(GraphContext& context, const std::string& name, const Node& input,
                 const AttentionKind& kind) const {
    const std::size_t size = context.config.hidden_size;
    const std::size_t heads = context.config.num_attention_heads;
    const std::size_t width = size / heads;
    const Node all =
        linear(context.encoder, name + "Wqkv", input, size, 3 * size, settings_.attention_bias);
    const auto part = [&](std::size_t index) {
      return split_heads(slice(all, static_cast<std::int64_t>(index * size),
                               static_cast<std::int64_t>((index + 1) * size), 2),
                         heads, width);
    };
    const Node query = turned(part(0), kind, width);
    const Node key = turned(part(1), kind, width);
    const Node scale = number(static_cast<float>(1 / std::sqrt(static_cast<double>(width))));
    const Node scores = multiply(product(query, key, true), scale);
    const Node mixed = weighted_values(scores, kind.blocked, part(2), size);
    return linear(context.encoder, name + "Wo", mixed, size, size, settings_.attention_bias);
  }

  // Rotary positions: the two halves of a head's width are the two coordinates of points that are
  // turned by the angle of their position.
  static Node turned(const Node& input, const AttentionKind& kind, std::size_t width) {
    const auto all = static_cast<std::int64_t>(width);
    const Node first = slice(input, 0, all / 2, 3);
    const Node second = slice(input, all / 2, all, 3);
    const Node crossed = joined({multiply(second, number(-1)), first}, 3);
    return add(multiply(input, kind.cosines), multiply(crossed, kind.sines));
  }

  Node feed_forward(GraphContext& context, const std::string& name, const Node& input) const {
    const std::size_t size = context.config.hidden_size;
    const std::size_t wide = context.config.intermediate_size;
    const Node both =
        linear(context.encoder, name + "Wi", input, size, 2 * wide, settings_.feed_forward_bias);
    const auto middle = static_cast<std::int64_t>(wide);
    const Node values = activate(settings_.activation, slice(both, 0, middle, 2));
    const Node gated = multiply(values, slice(both, middle, 2 * middle, 2));
    return linear(context.encoder, name + "Wo", gated, wide, size, settings_.feed_forward_bias);
  }

  Node head(GraphContext& context, const Node& input) const {
    const std::size_t size = context.config.hidden_size;
    const Node inner = activate(settings_.head_activation, linear(context.head, "head.dense", input,
                                                                  size, size, settings_.head_bias));
    return norm(context, context.head, "head.norm", inner);
  }

  Settings settings_;
};

// `layer_types` of newer files, else every n-th layer is global.
std::vector<bool> read_local_layers(FieldReader& fields, const ModelConfig& config) {
  std::vector<bool> local;
  const auto types = fields.texts("layer_types");
  for (const std::string& type : types) {
    if (type != "sliding_attention" && type != "full_attention") {
      fields.refuse("layer_types", "supported are full_attention and sliding_attention");
    }
    local.push_back(type == "sliding_attention");
  }
  if (!types.empty()) {
    if (types.size() != config.num_hidden_layers) {
      fields.reject("layer_types", "must name the kind of every layer");
    }
    return local;
  }
  const std::size_t every = fields.size("global_attn_every_n_layers", 3);
  if (every == 0) fields.reject("global_attn_every_n_layers", "must not be 0");
  for (std::size_t i = 0; i < config.num_hidden_layers && every > 0; ++i) {
    local.push_back(i % every != 0);
  }
  return local;
}

// rope_parameters.<kind>.rope_theta of newer files, else the field of its own.
double read_theta(FieldReader& fields, const char* kind, const char* field, double otherwise) {
  if (fields.is_null(field)) fields.refuse(field, "give the number");
  if (fields.has_items("rope_scaling")) fields.refuse("rope_scaling", onnx_hint());
  FieldReader parameters = fields.inside("rope_parameters");
  FieldReader own = parameters.inside(kind);
  if (own.text("rope_type", "default") != "default") own.refuse("rope_type", onnx_hint());
  const double theta = own.number("rope_theta", fields.number(field, otherwise));
  fields.adopt(parameters);
  fields.adopt(own);
  if (theta <= 0) fields.reject(field, "must be positive");
  return theta;
}

void read_head(FieldReader& fields, Settings& settings) {
  settings.head_activation = read_activation(fields, "classifier_activation",
                                             fields.text("classifier_activation", "gelu"));
  const std::string pooling = fields.text("classifier_pooling", "cls");
  settings.mean_of_tokens = pooling == "mean";
  if (pooling != "mean" && pooling != "cls") {
    fields.refuse("classifier_pooling", "supported are cls and mean");
  }
  settings.head_bias = fields.flag("classifier_bias", false);
}

Result<std::unique_ptr<Encoder>> make(const ModelConfig& config) {
  FieldReader fields = config.fields;
  check_common(fields, config);
  Settings settings;
  settings.activation = read_activation(fields, "hidden_activation", config.hidden_act);
  settings.local = read_local_layers(fields, config);
  settings.reach = fields.size("local_attention", 128) / 2;
  settings.global_theta =
      read_theta(fields, "full_attention", "global_rope_theta", settings.global_theta);
  settings.local_theta =
      read_theta(fields, "sliding_attention", "local_rope_theta", settings.local_theta);
  settings.norm_bias = fields.flag("norm_bias", false);
  settings.attention_bias = fields.flag("attention_bias", false);
  settings.feed_forward_bias = fields.flag("mlp_bias", false);
  read_head(fields, settings);
  if (config.num_attention_heads != 0 && config.hidden_size / config.num_attention_heads % 2 != 0) {
    fields.reject("num_attention_heads", "leaves a head of odd width");
  }
  if (fields.problem()) return tl::unexpected(*fields.problem());
  return std::make_unique<ModernBert>(std::move(settings));
}

}  // namespace

const EncoderFamily& modernbert_family() {
  static const EncoderFamily kFamily = {
      .name = "ModernBERT",
      .model_types = {"modernbert"},
      .prefix = "model.",
      .has_types = false,
      .names = {.activation = "hidden_activation", .layer_norm_eps = "norm_eps"},
      .defaults = {.pad_token_id = 50'283, .layer_norm_eps = 1e-5},
      .make = make};
  return kFamily;
}

}  // namespace assay::model
