#pragma once
// A GGUF file in memory, and what every use of it needs to know.

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "assay/error.h"
#include "llm/llama_library.h"
#include "llm/vocabulary.h"

namespace assay::llm {

struct LanguageModel {
  LanguageModel(ModelPtr loaded, std::string file_hash);

  ModelPtr model;
  Vocabulary vocabulary;
  bool has_encoder = false;
  TokenId decoder_start = 0;  // of models with an encoder
  // What logits are multiplied by: T5 models whose output shares the embeddings divide by the root
  // of their width, which llama.cpp leaves out.
  float logit_scale = 1;
  std::size_t trained_context = 0;
  std::map<std::string, llama_adapter_lora*> adapters;  // freed with the model
  std::map<const llama_adapter_lora*, float> scales;    // of those whose change is scaled
  std::string fingerprint;

  // nullptr for the empty name; kInvalidOption for one that was not loaded.
  Result<llama_adapter_lora*> adapter(const std::string& name) const;
  float scale_of(const llama_adapter_lora* adapter) const;
  Result<void> scale_adapter(const std::string& name, double scale);
};

using AdapterFiles = std::map<std::string, std::filesystem::path>;

Result<std::unique_ptr<LanguageModel>> load_language_model(const std::filesystem::path& file,
                                                           const AdapterFiles& adapters);

}  // namespace assay::llm
