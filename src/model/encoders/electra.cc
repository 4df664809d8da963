// ELECTRA: BERT with embeddings of a width of their own and another head.

#include "model/encoders/plain_encoder.h"

namespace assay::model {
namespace {

LayerNames layer_names(std::size_t index) {
  return bert_layer_names(index);
}

Node classify(GraphContext& context, const Node& hidden) {
  return first_token_classifier(context, hidden, "classifier.dense", Activation::kGelu,
                                "classifier.out_proj");
}

Result<std::unique_ptr<Encoder>> make(const ModelConfig& config) {
  FieldReader fields = config.fields;
  PlainEncoderParts parts = {.embedding_projection = "embeddings_project",
                             .layer_names = layer_names,
                             .classify = classify};
  parts.embedding_size = fields.size("embedding_size", 128);
  if (parts.embedding_size == 0) fields.reject("embedding_size", "must not be 0");
  if (fields.problem()) return tl::unexpected(*fields.problem());
  return make_plain_encoder(config, parts);
}

}  // namespace

const EncoderFamily& electra_family() {
  static const EncoderFamily kFamily = {
      .name = "ELECTRA", .model_types = {"electra"}, .prefix = "electra.", .make = make};
  return kFamily;
}

}  // namespace assay::model
