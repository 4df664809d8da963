#include <algorithm>

#include "model/encoders/blocks.h"
#include "model/encoders/family.h"

namespace assay::model {

Node Encoder::spans(GraphContext& context, const Node& hidden) const {
  return linear(context.head, "qa_outputs", hidden, context.config.hidden_size, 2);
}

std::vector<const EncoderFamily*> encoder_families() {
  return {&bert_family(),   &roberta_family(), &distilbert_family(), &electra_family(),
          &albert_family(), &deberta_family(), &modernbert_family()};
}

const EncoderFamily* find_family(std::string_view model_type) {
  for (const EncoderFamily* family : encoder_families()) {
    const auto& types = family->model_types;
    if (std::find(types.begin(), types.end(), model_type) != types.end()) return family;
  }
  return nullptr;
}

std::string supported_model_types() {
  std::string names;
  for (const EncoderFamily* family : encoder_families()) {
    for (const std::string_view type : family->model_types) {
      names += (names.empty() ? "" : ", ") + std::string(type);
    }
  }
  return names;
}

bool uses_types(const ModelConfig& config) {
  return config.family != nullptr && config.family->has_types && config.type_vocab_size > 1;
}

}  // namespace assay::model
