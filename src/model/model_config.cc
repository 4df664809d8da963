#include "model/model_config.h"

#include "model/encoders/family.h"

namespace assay::model {

std::string onnx_hint() {
  return "export the checkpoint to ONNX instead: optimum-cli export onnx --model CHECKPOINT FOLDER "
         "(docs/models.md)";
}

std::size_t ModelConfig::max_length() const {
  constexpr std::size_t kUsual = 512;
  if (max_position_embeddings == 0) return kUsual;
  return max_position_embeddings > first_position ? max_position_embeddings - first_position : 0;
}

Result<ModelConfig> parse_model_config(std::string_view text, const std::string& file) {
  auto parsed = FieldReader::parse(text, file);
  if (!parsed) return tl::unexpected(parsed.error());
  FieldReader& fields = *parsed;
  ModelConfig config;
  config.model_type = fields.text("model_type", "");
  config.family = find_family(config.model_type);
  const FieldNames names = config.family == nullptr ? FieldNames{} : config.family->names;
  const FieldDefaults defaults =
      config.family == nullptr ? FieldDefaults{} : config.family->defaults;
  config.architectures = fields.texts("architectures");
  config.vocab_size = fields.size("vocab_size", 0);
  config.hidden_size = fields.size(names.hidden_size, 0);
  config.intermediate_size = fields.size(names.intermediate_size, 0);
  config.num_hidden_layers = fields.size(names.layers, 0);
  config.num_attention_heads = fields.size(names.heads, 0);
  config.max_position_embeddings = fields.size("max_position_embeddings", 0);
  config.type_vocab_size = fields.size("type_vocab_size", 0);
  config.pad_token_id = fields.size("pad_token_id", defaults.pad_token_id);
  if (defaults.positions_follow_padding) config.first_position = config.pad_token_id + 1;
  config.hidden_act = fields.text(names.activation, defaults.activation);
  config.layer_norm_eps = fields.number(names.layer_norm_eps, defaults.layer_norm_eps);
  // More of them would be built for minutes before the first missing weight is found.
  constexpr std::size_t kMostLayers = 1024;
  if (config.num_hidden_layers > kMostLayers) {
    fields.reject(names.layers, "must be a whole number up to " + std::to_string(kMostLayers));
  }
  if (!(config.layer_norm_eps >= 0 && config.layer_norm_eps <= 1)) {
    fields.reject(names.layer_norm_eps, "must be a number from 0 to 1");
  }
  config.labels = fields.numbered_texts("id2label");
  config.null_answer_margin = fields.number("null_answer_margin", 0);
  config.whole_tokens = fields.size("whole_tokens", 0);
  config.window_tokens = fields.size("window_tokens", 0);
  config.window_shared_tokens = fields.size("window_shared_tokens", 0);
  if (const auto& problem = fields.problem()) return tl::unexpected(*problem);
  config.fields = std::move(fields);
  return config;
}

}  // namespace assay::model
