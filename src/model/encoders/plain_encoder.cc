#include "model/encoders/plain_encoder.h"

namespace assay::model {

Node PlainEncoder::hidden(GraphContext& context) const {
  const ModelConfig& config = context.config;
  const std::size_t width = parts_.embedding_size;
  const Node sum = sum_of_embeddings(context, {.width = width});
  Node hidden =
      layer_norm(context.encoder, "embeddings.LayerNorm", sum, width, config.layer_norm_eps);
  if (width != config.hidden_size) {
    hidden =
        linear(context.encoder, parts_.embedding_projection, hidden, width, config.hidden_size);
  }
  context.states.push_back(hidden);
  for (std::size_t i = 0; i < config.num_hidden_layers; ++i) {
    const LayerNames names = parts_.layer_names(i);
    hidden = finish_layer(context, names, plain_attention(context, names, hidden), hidden,
                          parts_.activation);
    context.states.push_back(hidden);
  }
  return hidden;
}

Result<std::unique_ptr<Encoder>> make_plain_encoder(const ModelConfig& config,
                                                    PlainEncoderParts parts) {
  FieldReader fields = config.fields;
  check_common(fields, config);
  parts.activation = read_activation(fields, config.family->names.activation, config.hidden_act);
  if (parts.embedding_size == 0) parts.embedding_size = config.hidden_size;
  if (fields.problem()) return tl::unexpected(*fields.problem());
  return std::make_unique<PlainEncoder>(parts);
}

}  // namespace assay::model
