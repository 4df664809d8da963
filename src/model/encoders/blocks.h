#pragma once
// The parts that encoders are made of. Each takes the tensors below the name that it is given.

#include <string>

#include "model/encoders/family.h"

namespace assay::model {

// input x weight + bias; weights stand as [to, from].
Node linear(Tensors& tensors, const std::string& name, const Node& input, std::size_t from,
            std::size_t to, bool has_bias = true);

// Over the last axis.
Node layer_norm(Tensors& tensors, const std::string& name, const Node& input, std::size_t size,
                double epsilon, bool has_bias = true);

// Rows of the table `<name>.weight`.
Node embed(Tensors& tensors, const std::string& name, const Node& ids, std::size_t rows,
           std::size_t width);

// The embeddings of BERT's descendants before their layer norm: words, types of tokens and
// positions.
struct EmbeddingParts {
  std::size_t width = 0;
  bool positions = true;
};
Node sum_of_embeddings(GraphContext& context, const EmbeddingParts& parts);

// batch x length x (heads x width) -> batch x heads x length x width, and back.
Node split_heads(const Node& input, std::size_t heads, std::size_t width);
Node merge_heads(const Node& input, std::size_t size);

// softmax(scores + blocked) x value, heads merged.
Node weighted_values(const Node& scores, const Node& blocked, const Node& value, std::size_t size);

// Names of the tensors of a layer in the order of BERT: attention, norm, feed-forward, norm.
struct LayerNames {
  std::string query, key, value, mix, mix_norm, widen, narrow, output_norm;
};

// What BERT calls them below `encoder.layer.<index>.`; the names within attention.self differ.
LayerNames bert_layer_names(std::size_t index, const std::string& query = "query",
                            const std::string& key = "key", const std::string& value = "value");

// Scaled dot products of all pairs of tokens.
Node plain_attention(GraphContext& context, const LayerNames& names, const Node& input);

// All of a layer after its attention: projection, residual, norm, feed-forward, residual, norm.
Node finish_layer(GraphContext& context, const LayerNames& names, const Node& attended,
                  const Node& input, Activation activation);

// The state of the first token.
Node first_token(const Node& hidden);

// The mean over real tokens; `mask` is batch x length.
Node mean_pool(const Node& hidden, const Node& mask);

// linear, activation, linear on the state of the first token: `dense` and `output` in the head.
Node first_token_classifier(GraphContext& context, const Node& hidden, const std::string& dense,
                            Activation activation, const std::string& output);

// hidden_act, or kGelu after a note when it is none that this build knows.
Activation read_activation(FieldReader& fields, const std::string& key, const std::string& name);

// Notes what no family of this build supports: sizes that are missing or do not fit, positions of
// another kind, decoders, pruned heads, quantised weights, code of the checkpoint's own.
void check_common(FieldReader& fields, const ModelConfig& config);

}  // namespace assay::model
