// DistilBERT: BERT without types of tokens, under names of its own.

#include "model/encoders/plain_encoder.h"

namespace assay::model {
namespace {

LayerNames layer_names(std::size_t index) {
  const std::string layer = "transformer.layer." + std::to_string(index) + ".";
  const std::string attention = layer + "attention.";
  return {attention + "q_lin",   attention + "k_lin",        attention + "v_lin",
          attention + "out_lin", layer + "sa_layer_norm",    layer + "ffn.lin1",
          layer + "ffn.lin2",    layer + "output_layer_norm"};
}

Node classify(GraphContext& context, const Node& hidden) {
  return first_token_classifier(context, hidden, "pre_classifier", Activation::kRelu, "classifier");
}

Result<std::unique_ptr<Encoder>> make(const ModelConfig& config) {
  return make_plain_encoder(config, {.layer_names = layer_names, .classify = classify});
}

}  // namespace

const EncoderFamily& distilbert_family() {
  static const EncoderFamily kFamily = {.name = "DistilBERT",
                                        .model_types = {"distilbert"},
                                        .prefix = "distilbert.",
                                        .has_types = false,
                                        .names = {.hidden_size = "dim",
                                                  .intermediate_size = "hidden_dim",
                                                  .layers = "n_layers",
                                                  .heads = "n_heads",
                                                  .activation = "activation"},
                                        .make = make};
  return kFamily;
}

}  // namespace assay::model
