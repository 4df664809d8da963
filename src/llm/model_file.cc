#include "llm/model_file.h"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "ggml.h"
#include "llm/llama_library.h"

namespace assay::llm {
namespace {

Error not_a_model(const std::filesystem::path& file, const std::string& why) {
  Error error;
  error.code = ErrorCode::kCorrupt;
  error.message = "not a model that can be loaded" + (why.empty() ? "" : ": " + why);
  error.hint = "give a complete GGUF file";
  error.file = file.string();
  return error;
}

}  // namespace

Result<ModelFile> ModelFile::open(const std::filesystem::path& file) {
  (void)take_llama_error();
  try {
    const gguf_init_params params{/*no_alloc=*/true, /*ctx=*/nullptr};
    ModelFile opened(file, gguf_init_from_file(file.c_str(), params));
    if (opened.gguf_ != nullptr) return opened;
    return tl::unexpected(not_a_model(file, take_llama_error()));
  } catch (const std::exception& error) {
    return tl::unexpected(not_a_model(file, error.what()));
  }
}

Result<void> ModelFile::check() const {
  if (auto types = check_types(); !types) return types;
  return check_layers();
}

bool ModelFile::has_tensor(const char* name) const {
  return gguf_find_tensor(gguf_.get(), name) >= 0;
}

Result<void> ModelFile::check_types() const {
  for (std::int64_t i = 0; i < gguf_get_n_tensors(gguf_.get()); ++i) {
    const ggml_type type = gguf_get_tensor_type(gguf_.get(), i);
    if (type == GGML_TYPE_F32 || ggml_get_type_traits(type)->to_float != nullptr) continue;
    return refuse(ErrorCode::kUnsupported,
                  fmt::format("the tensor {} is of the type {}, in which there are no weights",
                              gguf_get_tensor_name(gguf_.get(), i), ggml_type_name(type)));
  }
  return {};
}

Result<void> ModelFile::check_layers() const {
  const auto architecture = text("general.architecture");
  const std::int64_t tensors = gguf_get_n_tensors(gguf_.get());
  for (const char* name : {"block_count", "decoder_block_count"}) {
    const std::string key = architecture.value_or("") + "." + name;
    const auto layers = number(key);
    if (!layers || *layers <= tensors) continue;
    return refuse(ErrorCode::kCorrupt,
                  fmt::format("{} is {}, but there are {} tensors", key, *layers, tensors));
  }
  return {};
}

std::optional<std::string> ModelFile::text(const char* key) const {
  const std::int64_t id = gguf_find_key(gguf_.get(), key);
  if (id < 0 || gguf_get_kv_type(gguf_.get(), id) != GGUF_TYPE_STRING) return std::nullopt;
  return gguf_get_val_str(gguf_.get(), id);
}

std::optional<std::uint32_t> ModelFile::number(const std::string& key) const {
  const std::int64_t id = gguf_find_key(gguf_.get(), key.c_str());
  if (id < 0 || gguf_get_kv_type(gguf_.get(), id) != GGUF_TYPE_UINT32) return std::nullopt;
  return gguf_get_val_u32(gguf_.get(), id);
}

tl::unexpected<Error> ModelFile::refuse(ErrorCode code, std::string message) const {
  Error error;
  error.code = code;
  error.message = std::move(message);
  error.hint = "the file is damaged, or made by a converter that llama.cpp does not go with";
  error.file = file_.string();
  return tl::unexpected(error);
}

}  // namespace assay::llm
