#include "llm/language_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <system_error>
#include <utility>

#include "base/hash.h"
#include "llm/model_file.h"

namespace assay::llm {
namespace {

Error damaged(const std::filesystem::path& file, std::string why) {
  Error error;
  error.code = ErrorCode::kCorrupt;
  error.message = "not a model that can be loaded";
  if (!why.empty()) error.message += ": " + why;
  error.hint = "give a complete GGUF file of a causal or T5 model";
  error.file = file.string();
  return error;
}

Result<ModelPtr> open_model(const std::filesystem::path& file) {
  llama_model_params params = llama_model_default_params();
  params.n_gpu_layers = 0;
  params.use_extra_bufts = false;
  try {
    (void)take_llama_error();
    ModelPtr model(llama_model_load_from_file(file.c_str(), params));
    if (model == nullptr) return tl::unexpected(damaged(file, take_llama_error()));
    return model;
  } catch (const std::exception& error) {
    return tl::unexpected(damaged(file, error.what()));
  }
}

llama_adapter_lora* open_adapter(llama_model* model, const std::filesystem::path& file,
                                 std::string& why) {
  try {
    (void)take_llama_error();
    llama_adapter_lora* adapter = llama_adapter_lora_init(model, file.c_str());
    why = take_llama_error();
    return adapter;
  } catch (const std::exception& error) {
    why = error.what();
    return nullptr;
  }
}

Result<void> check_kind(const llama_model* model, const std::filesystem::path& file) {
  const auto refuse = [&](const char* why) {
    Error error;
    error.code = ErrorCode::kUnsupported;
    error.message = why;
    error.file = file.string();
    return tl::unexpected(error);
  };
  if (!llama_model_has_decoder(model))
    return refuse("the model has no decoder: it cannot generate");
  if (llama_model_is_diffusion(model)) return refuse("diffusion models are not supported");
  // Their state cannot be cut back to a prefix, which beams and shared prompts need.
  if (llama_model_is_recurrent(model) || llama_model_is_hybrid(model)) {
    return refuse("recurrent models are not supported");
  }
  const llama_vocab* vocab = llama_model_get_vocab(model);
  if (llama_vocab_type(vocab) == LLAMA_VOCAB_TYPE_NONE)
    return refuse("the model has no vocabulary");
  return {};
}

Result<void> check_exists(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(file, ignored)) return {};
  Error error;
  error.code = ErrorCode::kNotFound;
  error.message = "no such model file";
  if (std::filesystem::is_directory(file, ignored)) {
    error.message = "is a folder, not a model in a GGUF file";
    error.hint = "name the file with the ending .gguf";
  }
  error.file = file.string();
  return tl::unexpected(error);
}

Result<void> add_adapter(LanguageModel& model, const std::string& name,
                         const std::filesystem::path& file) {
  if (auto there = check_exists(file); !there) return there;
  auto hash = base::sha256_file(file);
  if (!hash) return tl::unexpected(hash.error());
  const auto header = ModelFile::open(file);
  if (!header) return tl::unexpected(header.error());
  if (auto checked = header->check(); !checked) return checked;
  std::string why;
  llama_adapter_lora* adapter = open_adapter(model.model.get(), file, why);
  if (adapter == nullptr) {
    Error error = damaged(file, why);
    error.hint = "give a GGUF file of a LoRA adapter that was made for this model";
    return tl::unexpected(error);
  }
  model.adapters[name] = adapter;
  model.fingerprint += "/" + name + "=" + *hash;
  return {};
}

}  // namespace

LanguageModel::LanguageModel(ModelPtr loaded, std::string file_hash)
    : model(std::move(loaded)), vocabulary(model.get()) {
  has_encoder = llama_model_has_encoder(model.get());
  if (has_encoder) {
    decoder_start = llama_model_decoder_start_token(model.get());
    if (decoder_start < 0) decoder_start = llama_vocab_bos(vocabulary.get());
  }
  trained_context = static_cast<std::size_t>(std::max(0, llama_model_n_ctx_train(model.get())));
  fingerprint = file_hash + "/" + llama_identity();
}

Result<llama_adapter_lora*> LanguageModel::adapter(const std::string& name) const {
  if (name.empty()) return nullptr;
  const auto found = adapters.find(name);
  if (found != adapters.end()) return found->second;
  Error error;
  error.code = ErrorCode::kInvalidOption;
  error.message = "no adapter `" + name + "` was loaded";
  error.field = "adapter";
  return tl::unexpected(error);
}

float LanguageModel::scale_of(const llama_adapter_lora* adapter) const {
  const auto found = scales.find(adapter);
  return found == scales.end() ? 1.0F : found->second;
}

Result<void> LanguageModel::scale_adapter(const std::string& name, double scale) {
  const auto found = adapter(name);
  if (!found) return tl::unexpected(found.error());
  if (!std::isfinite(scale)) {
    return fail(ErrorCode::kInvalidOption, "the scale of the adapter `" + name + "` is no number");
  }
  scales[*found] = static_cast<float>(scale);
  if (scale != 1) fingerprint += fmt::format("/{}*{}", name, scale);
  return {};
}

Result<std::unique_ptr<LanguageModel>> load_language_model(const std::filesystem::path& file,
                                                           const AdapterFiles& adapters) {
  if (auto started = start_llama(); !started) return tl::unexpected(started.error());
  if (auto there = check_exists(file); !there) return tl::unexpected(there.error());
  auto hash = base::sha256_file(file);
  if (!hash) return tl::unexpected(hash.error());
  const auto header = ModelFile::open(file);
  if (!header) return tl::unexpected(header.error());
  if (auto checked = header->check(); !checked) return tl::unexpected(checked.error());
  auto model = open_model(file);
  if (!model) return tl::unexpected(model.error());
  if (auto kind = check_kind(model->get(), file); !kind) return tl::unexpected(kind.error());
  auto loaded = std::make_unique<LanguageModel>(std::move(*model), *hash);
  if (loaded->trained_context < 2) {
    return tl::unexpected(damaged(file, "its context_length leaves no room for a text"));
  }
  for (const auto& [name, path] : adapters) {
    if (auto added = add_adapter(*loaded, name, path); !added) {
      return tl::unexpected(added.error());
    }
  }
  if (!loaded->has_encoder) return loaded;
  if (!loaded->vocabulary.has(loaded->decoder_start)) {
    return tl::unexpected(damaged(file, "it names no token to start decoding with"));
  }
  if (!header->has_tensor("output.weight")) {
    const auto width = static_cast<float>(llama_model_n_embd(loaded->model.get()));
    loaded->logit_scale = 1 / std::sqrt(width);
  }
  return loaded;
}

}  // namespace assay::llm
