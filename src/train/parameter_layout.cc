#include "train/parameter_layout.h"

namespace assay::train {
namespace {

DecoderLayerPlaces lay_decoder_layer(ParameterLayout& layout, const std::string& name,
                                     const model::ModelConfig& config) {
  const std::size_t size = config.hidden_size;
  const std::string self = name + "crossattention.self.";
  const std::string out = name + "crossattention.output.";
  DecoderLayerPlaces places{};
  places.own = layout.layer(name, config, true);
  places.query_weight = layout.matrix({self + "query.weight"}, {size, size}, true);
  places.query_bias = layout.vector({self + "query.bias"}, size, true);
  places.key_value_weight =
      layout.matrix({self + "key.weight", self + "value.weight"}, {2 * size, size}, true);
  places.key_value_bias = layout.vector({self + "key.bias", self + "value.bias"}, 2 * size, true);
  places.cross_out_weight = layout.matrix({out + "dense.weight"}, {size, size}, true);
  places.cross_out_bias = layout.vector({out + "dense.bias"}, size, true);
  places.cross_norm_weight = layout.vector({out + "LayerNorm.weight"}, size, true);
  places.cross_norm_bias = layout.vector({out + "LayerNorm.bias"}, size, true);
  return places;
}

}  // namespace

std::size_t ParameterLayout::matrix(std::vector<std::string> parts, std::vector<std::size_t> shape,
                                    bool trained) {
  return set_.add({std::move(parts), std::move(shape), true, trained});
}

std::size_t ParameterLayout::vector(std::vector<std::string> parts, std::size_t size,
                                    bool trained) {
  return set_.add({std::move(parts), {size}, false, trained});
}

LayerPlaces ParameterLayout::layer(const std::string& name, const model::ModelConfig& config,
                                   bool trained) {
  const std::size_t size = config.hidden_size;
  const std::size_t wide = config.intermediate_size;
  const std::string self = name + "attention.self.";
  LayerPlaces places{};
  places.qkv_weight = matrix({self + "query.weight", self + "key.weight", self + "value.weight"},
                             {3 * size, size}, trained);
  places.qkv_bias =
      vector({self + "query.bias", self + "key.bias", self + "value.bias"}, 3 * size, trained);
  places.out_weight = matrix({name + "attention.output.dense.weight"}, {size, size}, trained);
  places.out_bias = vector({name + "attention.output.dense.bias"}, size, trained);
  places.out_norm_weight = vector({name + "attention.output.LayerNorm.weight"}, size, trained);
  places.out_norm_bias = vector({name + "attention.output.LayerNorm.bias"}, size, trained);
  places.wide_weight = matrix({name + "intermediate.dense.weight"}, {wide, size}, trained);
  places.wide_bias = vector({name + "intermediate.dense.bias"}, wide, trained);
  places.narrow_weight = matrix({name + "output.dense.weight"}, {size, wide}, trained);
  places.narrow_bias = vector({name + "output.dense.bias"}, size, trained);
  places.norm_weight = vector({name + "output.LayerNorm.weight"}, size, trained);
  places.norm_bias = vector({name + "output.LayerNorm.bias"}, size, trained);
  return places;
}

EncoderPlaces lay_encoder(ParameterSet& set, const model::ModelConfig& config,
                          const EncoderOptions& options) {
  ParameterLayout layout(set);
  EncoderPlaces places{};
  const std::size_t size = config.hidden_size;
  const bool embeddings = options.frozen_layers == 0;
  const std::string name = "bert.embeddings.";
  places.words = layout.matrix({name + "word_embeddings.weight"}, {config.vocab_size, size},
                               embeddings && options.train_word_embeddings);
  places.positions = layout.matrix({name + "position_embeddings.weight"},
                                   {config.max_position_embeddings, size}, embeddings);
  places.types = layout.matrix({name + "token_type_embeddings.weight"},
                               {config.type_vocab_size, size}, embeddings);
  places.norm_weight = layout.vector({name + "LayerNorm.weight"}, size, embeddings);
  places.norm_bias = layout.vector({name + "LayerNorm.bias"}, size, embeddings);
  for (std::size_t i = 0; i < config.num_hidden_layers; ++i) {
    places.layers.push_back(layout.layer("bert.encoder.layer." + std::to_string(i) + ".", config,
                                         i >= options.frozen_layers));
  }
  return places;
}

void lay_head(ParameterSet& set, const model::ModelConfig& config, TrainedHead head,
              EncoderPlaces& places) {
  ParameterLayout layout(set);
  const std::size_t size = config.hidden_size;
  const bool classify = head == TrainedHead::kClassify;
  if (classify) {
    places.pooler_weight = layout.matrix({"bert.pooler.dense.weight"}, {size, size}, true);
    places.pooler_bias = layout.vector({"bert.pooler.dense.bias"}, size, true);
  }
  const std::string name = classify ? "classifier" : "qa_outputs";
  const std::size_t outputs = classify ? config.labels.size() : 2;
  places.head_weight = layout.matrix({name + ".weight"}, {outputs, size}, true);
  places.head_bias = layout.vector({name + ".bias"}, outputs, true);
}

DecoderPlaces lay_decoder(ParameterSet& set, const model::ModelConfig& config,
                          const DecoderOptions& options) {
  ParameterLayout layout(set);
  DecoderPlaces places{};
  const std::size_t size = config.hidden_size;
  places.positions = layout.matrix({"decoder.embeddings.position_embeddings.weight"},
                                   {options.positions, size}, true);
  places.norm_weight = layout.vector({"decoder.embeddings.LayerNorm.weight"}, size, true);
  places.norm_bias = layout.vector({"decoder.embeddings.LayerNorm.bias"}, size, true);
  for (std::size_t i = 0; i < options.layers; ++i) {
    places.layers.push_back(
        lay_decoder_layer(layout, "decoder.layer." + std::to_string(i) + ".", config));
  }
  places.transform_weight = layout.matrix({"decoder.transform.dense.weight"}, {size, size}, true);
  places.transform_bias = layout.vector({"decoder.transform.dense.bias"}, size, true);
  places.transform_norm_weight = layout.vector({"decoder.transform.LayerNorm.weight"}, size, true);
  places.transform_norm_bias = layout.vector({"decoder.transform.LayerNorm.bias"}, size, true);
  const std::size_t outputs = options.outputs == 0 ? config.vocab_size : options.outputs;
  places.vocabulary_bias = layout.vector({"decoder.bias"}, outputs, true);
  places.copy_query_weight = layout.matrix({"copy.query.weight"}, {size, size}, true);
  places.copy_query_bias = layout.vector({"copy.query.bias"}, size, true);
  places.copy_key_weight = layout.matrix({"copy.key.weight"}, {size, size}, true);
  places.copy_key_bias = layout.vector({"copy.key.bias"}, size, true);
  places.gate_weight = layout.matrix({"copy.gate.weight"}, {1, size}, true);
  places.gate_bias = layout.vector({"copy.gate.bias"}, 1, true);
  return places;
}

}  // namespace assay::train
