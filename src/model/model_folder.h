#pragma once
// The files of a model folder: config.json, the tokenizer, and which kind of weights lie there.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "assay/error.h"
#include "model/model_config.h"
#include "model/sentence_modules.h"

namespace assay::model {

enum class WeightsKind { kOpenVino, kOnnx, kSafetensors };

// "OpenVINO IR", "ONNX", "safetensors".
const char* to_string(WeightsKind kind);

struct ModelFolder {
  std::filesystem::path folder;
  ModelConfig config;
  WeightsKind weights_kind = WeightsKind::kOpenVino;
  std::filesystem::path weights;    // openvino_model.xml, model.onnx, model.safetensors, its index
  std::filesystem::path tokenizer;  // tokenizer.json
  std::vector<std::filesystem::path> files;  // that are read, relative to the folder
  // Most tokens of one sequence: what the network has positions for, or less where
  // tokenizer_config.json says so.
  std::size_t max_length = 0;
  std::optional<std::size_t> layer;  // of Head::kTokens: 0 for the embeddings; absent: the last
  SentenceModules sentence;          // for embedders; the mean of tokens until add_sentence_modules
  std::string fingerprint;           // SHA-256 over names and contents of the files
};

// Reads config.json and hashes every file. Of several kinds of weights the first of the list in
// WeightsKind is taken.
Result<ModelFolder> open_model_folder(const std::filesystem::path& folder);

// Reads what makes one vector of a text, for embedders; it joins the fingerprint and max_length.
Result<void> add_sentence_modules(ModelFolder& folder);

}  // namespace assay::model
