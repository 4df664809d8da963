// BERT.

#include "model/encoders/plain_encoder.h"

namespace assay::model {
namespace {

LayerNames layer_names(std::size_t index) {
  return bert_layer_names(index);
}

// The pooler belongs to the encoder.
Node classify(GraphContext& context, const Node& hidden) {
  const std::size_t size = context.config.hidden_size;
  const Node pooled = activate(
      Activation::kTanh, linear(context.encoder, "pooler.dense", first_token(hidden), size, size));
  return linear(context.head, "classifier", pooled, size, context.config.labels.size());
}

Result<std::unique_ptr<Encoder>> make(const ModelConfig& config) {
  return make_plain_encoder(config, {.layer_names = layer_names, .classify = classify});
}

}  // namespace

const EncoderFamily& bert_family() {
  static const EncoderFamily kFamily = {
      .name = "BERT", .model_types = {"bert"}, .prefix = "bert.", .make = make};
  return kFamily;
}

}  // namespace assay::model
