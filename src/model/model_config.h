#pragma once
// config.json of a model folder: what all encoders have, under one set of names.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "model/field_reader.h"

namespace assay::model {

struct EncoderFamily;  // model/encoders/family.h

// What to do when a folder's own weights cannot be used.
std::string onnx_hint();

// Sizes are 0 where the file does not give them, which only weights that carry their own graph may
// do. What one family alone has is read by that family from `fields`.
struct ModelConfig {
  std::string model_type;
  const EncoderFamily* family = nullptr;  // nullptr: unknown; only IR and ONNX can be used then
  std::vector<std::string> architectures;
  std::size_t vocab_size = 0;
  std::size_t hidden_size = 0;
  std::size_t intermediate_size = 0;
  std::size_t num_hidden_layers = 0;
  std::size_t num_attention_heads = 0;
  std::size_t max_position_embeddings = 0;
  std::size_t type_vocab_size = 0;
  std::size_t pad_token_id = 0;
  std::size_t first_position = 0;  // row of the position table that the first token takes
  std::string hidden_act;
  double layer_norm_eps = 0;
  std::vector<std::string> labels;  // of id2label, by id
  double null_answer_margin = 0;
  // Our own fields, about pairs with a long text; 0 means that the file does not say.
  std::size_t whole_tokens = 0;          // a sequence up to this is read whole
  std::size_t window_tokens = 0;         // of the long text, in one window
  std::size_t window_shared_tokens = 0;  // by two windows that follow each other
  FieldReader fields;                    // every field of the file

  // Most tokens of one sequence that the network has positions for, special tokens included.
  std::size_t max_length() const;
};

// `file` is only named in errors. kCorrupt names the field; a model_type that is not known is no
// error here.
Result<ModelConfig> parse_model_config(std::string_view json, const std::string& file);

}  // namespace assay::model
