#pragma once
// The families of encoders that are built from safetensors, one file each.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "model/encoders/graph_ops.h"
#include "model/encoders/weights.h"
#include "model/model_config.h"

namespace assay::model {

// What the network of one graph is built from. The tensors of the encoder have the family's prefix
// in a checkpoint that has a head; those of the head have none.
struct GraphContext {
  const ModelConfig& config;
  Tensors encoder;
  Tensors head;
  Node ids;      // i64, batch x length
  Node mask;     // i64, batch x length: 1 real, 0 padding
  Node types;    // i64, batch x length; empty when uses_types() is false
  Node blocked;  // f32, batch x 1 x 1 x length: 0 real, the least float padding
  // Hidden states as they are built: the embeddings, then those of each layer. Of the last, what
  // Encoder::hidden gives counts.
  std::vector<Node> states = {};
};

// A network whose settings have been read and found to be supported. Tensors that are missing are
// noted by the Weights and replaced by an input, so that building always goes to the end.
class Encoder {
 public:
  virtual ~Encoder() = default;
  // The last hidden states, batch x length x hidden_size.
  virtual Node hidden(GraphContext& context) const = 0;
  // Logits, batch x labels.
  virtual Node classify(GraphContext& context, const Node& hidden) const = 0;
  // Start and end logits, batch x length x 2.
  virtual Node spans(GraphContext& context, const Node& hidden) const;
};

// Names that the common sizes have in the config.json of a family.
struct FieldNames {
  const char* hidden_size = "hidden_size";
  const char* intermediate_size = "intermediate_size";
  const char* layers = "num_hidden_layers";
  const char* heads = "num_attention_heads";
  const char* activation = "hidden_act";
  const char* layer_norm_eps = "layer_norm_eps";
};

// What `transformers` takes where config.json is silent.
struct FieldDefaults {
  std::size_t pad_token_id = 0;
  const char* activation = "gelu";
  double layer_norm_eps = 1e-12;
  bool positions_follow_padding = false;  // the first token has position pad_token_id + 1
};

struct EncoderFamily {
  const char* name = "";                        // as people write it
  std::vector<std::string_view> model_types{};  // of config.json
  const char* prefix = "";
  bool has_types = true;  // can read token type ids
  FieldNames names{};
  FieldDefaults defaults{};
  // Reads the family's own fields; kUnsupported names the one that asks for what is not supported.
  Result<std::unique_ptr<Encoder>> (*make)(const ModelConfig& config) = nullptr;
};

const EncoderFamily& bert_family();
const EncoderFamily& roberta_family();
const EncoderFamily& distilbert_family();
const EncoderFamily& electra_family();
const EncoderFamily& albert_family();
const EncoderFamily& deberta_family();
const EncoderFamily& modernbert_family();

std::vector<const EncoderFamily*> encoder_families();

// nullptr for a model_type that none of them has.
const EncoderFamily* find_family(std::string_view model_type);

// The model_types of all families, for error messages.
std::string supported_model_types();

// Whether token type ids change what a network computes. One row of the table of types is the same
// for every token.
bool uses_types(const ModelConfig& config);

}  // namespace assay::model
