#pragma once
// What a model folder says about itself: config.json, and which kind of weights lie beside it.

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"

namespace assay::model {

enum class Family { kBert, kRoberta };

// The part of config.json that the encoders need; names as there. Sizes are 0 where the file does
// not give them, which only weights that carry their own graph may do.
struct ModelConfig {
  Family family = Family::kBert;
  std::vector<std::string> architectures;
  std::size_t vocab_size = 0;
  std::size_t hidden_size = 0;
  std::size_t intermediate_size = 0;
  std::size_t num_hidden_layers = 0;
  std::size_t num_attention_heads = 0;
  std::size_t max_position_embeddings = 0;
  std::size_t type_vocab_size = 0;
  std::size_t pad_token_id = 0;
  std::string hidden_act = "gelu";
  std::string position_embedding_type = "absolute";
  double layer_norm_eps = 1e-12;
  std::vector<std::string> labels;  // of id2label, by id
  double null_answer_margin = 0;
  // Our own fields, about pairs with a long text; 0 means that the file does not say.
  std::size_t whole_tokens = 0;          // a sequence up to this is read whole
  std::size_t window_tokens = 0;         // of the long text, in one window
  std::size_t window_shared_tokens = 0;  // by two windows that follow each other

  // Most tokens of one sequence, special tokens included. RoBERTa counts positions from
  // pad_token_id + 1.
  std::size_t max_length() const;
};

// `file` is only named in errors.
Result<ModelConfig> parse_model_config(std::string_view json, const std::string& file);

// Positions of entailment, neutral, contradiction among `labels`, whatever their case.
Result<std::array<std::size_t, 3>> nli_label_order(const std::vector<std::string>& labels,
                                                   const std::string& file);

enum class WeightsKind { kOpenVino, kOnnx, kSafetensors };

struct ModelFolder {
  std::filesystem::path folder;
  ModelConfig config;
  WeightsKind weights_kind = WeightsKind::kOpenVino;
  std::filesystem::path weights;    // openvino_model.xml, model.onnx or model.safetensors
  std::filesystem::path tokenizer;  // tokenizer.json
  std::string fingerprint;          // SHA-256 over names and contents of the files above
};

// Reads config.json and hashes every file. Of several kinds of weights the first of the list in
// WeightsKind is taken.
Result<ModelFolder> open_model_folder(const std::filesystem::path& folder);

}  // namespace assay::model
