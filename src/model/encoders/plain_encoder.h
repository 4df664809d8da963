#pragma once
// What BERT and its closest relatives share: absolute positions, plain attention, norms after each
// half of a layer. They differ in names and heads.

#include "model/encoders/blocks.h"

namespace assay::model {

struct PlainEncoderParts {
  Activation activation = Activation::kGelu;
  std::size_t embedding_size = 0;         // width of the embeddings
  const char* embedding_projection = "";  // widens them to hidden_size, where they are narrower
  LayerNames (*layer_names)(std::size_t index) = nullptr;
  Node (*classify)(GraphContext& context, const Node& hidden) = nullptr;
};

class PlainEncoder : public Encoder {
 public:
  explicit PlainEncoder(const PlainEncoderParts& parts) : parts_(parts) {}
  Node hidden(GraphContext& context) const override;
  Node classify(GraphContext& context, const Node& hidden) const override {
    return parts_.classify(context, hidden);
  }

 private:
  PlainEncoderParts parts_;
};

// `parts` but for the activation and the embeddings' width, which are those of config.json.
Result<std::unique_ptr<Encoder>> make_plain_encoder(const ModelConfig& config,
                                                    PlainEncoderParts parts);

}  // namespace assay::model
