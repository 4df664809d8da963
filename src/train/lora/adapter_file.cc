#include "train/lora/adapter_file.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ggml.h"
#include "gguf.h"
#include "train/files.h"

namespace assay::train {
namespace {

struct Free {
  void operator()(gguf_context* context) const { gguf_free(context); }
  void operator()(ggml_context* context) const { ggml_free(context); }
};

std::string bytes_of(std::span<const float> values, ggml_type type) {
  if (type == GGML_TYPE_F32) {
    return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
  }
  std::vector<ggml_fp16_t> halves(values.size());
  ggml_fp32_to_fp16_row(values.data(), halves.data(), static_cast<std::int64_t>(values.size()));
  return {reinterpret_cast<const char*>(halves.data()), halves.size() * sizeof(ggml_fp16_t)};
}

// The names, shapes and places of all tensors, without their numbers.
std::string metadata_of(const LoraParameters& lora, ggml_type type) {
  const std::unique_ptr<gguf_context, Free> gguf(gguf_init_empty());
  gguf_set_val_str(gguf.get(), "general.type", "adapter");
  gguf_set_val_str(gguf.get(), "general.architecture", "llama");
  gguf_set_val_str(gguf.get(), "adapter.type", "lora");
  gguf_set_val_f32(gguf.get(), "adapter.lora.alpha", static_cast<float>(lora.options.alpha));
  const std::vector<Parameter>& all = lora.set.all();
  const std::unique_ptr<ggml_context, Free> tensors(
      ggml_init({all.size() * ggml_tensor_overhead(), nullptr, /*no_alloc=*/true}));
  for (const Parameter& parameter : all) {
    const auto rows = static_cast<std::int64_t>(parameter.shape[0]);
    const auto columns = static_cast<std::int64_t>(parameter.shape[1]);
    ggml_tensor* tensor = ggml_new_tensor_2d(tensors.get(), type, columns, rows);
    ggml_set_name(tensor, parameter.parts.front().c_str());
    gguf_add_tensor(gguf.get(), tensor);
  }
  std::string bytes(gguf_get_meta_size(gguf.get()), '\0');
  gguf_get_meta_data(gguf.get(), bytes.data());
  return bytes;
}

}  // namespace

Result<void> write_adapter(const LoraParameters& lora, AdapterType type,
                           const std::filesystem::path& file) {
  const ggml_type stored = type == AdapterType::kF16 ? GGML_TYPE_F16 : GGML_TYPE_F32;
  return write_durably(file, [&](const WriteBytes& write) {
    write(metadata_of(lora, stored));
    for (const Parameter& parameter : lora.set.all()) {
      const std::string bytes = bytes_of(lora.set.values(parameter), stored);
      write(bytes);
      const std::size_t over = bytes.size() % GGUF_DEFAULT_ALIGNMENT;
      if (over > 0) write(std::string(GGUF_DEFAULT_ALIGNMENT - over, '\0'));
    }
  });
}

}  // namespace assay::train
