// RoBERTa, and XLM-RoBERTa and CamemBERT, which differ in their training only.

#include "model/encoders/plain_encoder.h"

namespace assay::model {
namespace {

LayerNames layer_names(std::size_t index) {
  return bert_layer_names(index);
}

Node classify(GraphContext& context, const Node& hidden) {
  return first_token_classifier(context, hidden, "classifier.dense", Activation::kTanh,
                                "classifier.out_proj");
}

Result<std::unique_ptr<Encoder>> make(const ModelConfig& config) {
  return make_plain_encoder(config, {.layer_names = layer_names, .classify = classify});
}

}  // namespace

const EncoderFamily& roberta_family() {
  static const EncoderFamily kFamily = {
      .name = "RoBERTa",
      .model_types = {"roberta", "xlm-roberta", "camembert"},
      .prefix = "roberta.",
      .defaults = {.pad_token_id = 1, .positions_follow_padding = true},
      .make = make};
  return kFamily;
}

}  // namespace assay::model
