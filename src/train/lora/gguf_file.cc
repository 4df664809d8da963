#include "train/lora/gguf_file.h"

#include <cmath>
#include <cstring>
#include <fstream>

#include "engine/errors.h"
#include "ggml.h"
#include "llm/llama_library.h"

namespace assay::train {
namespace {

// GGUF writes the dimension that changes fastest first.
std::vector<std::size_t> shape_of(const gguf_context* context, std::int64_t tensor) {
  const std::int64_t* sizes = gguf_get_tensor_ne(context, tensor);
  std::vector<std::size_t> shape;
  for (int i = GGML_MAX_DIMS - 1; i >= 0; --i) {
    if (sizes[i] == 1 && shape.empty() && i > 0) continue;
    shape.push_back(static_cast<std::size_t>(sizes[i]));
  }
  return shape;
}

std::string written(const std::vector<std::size_t>& shape) {
  std::string text;
  for (const std::size_t size : shape) text += (text.empty() ? "" : " x ") + std::to_string(size);
  return text;
}

}  // namespace

Result<GgufFile> GgufFile::open(const std::filesystem::path& file) {
  if (auto started = llm::start_llama(); !started) return tl::unexpected(started.error());
  (void)llm::take_llama_error();
  gguf_context* context = gguf_init_from_file(file.c_str(), {/*no_alloc=*/true, /*ctx=*/nullptr});
  if (context != nullptr) return GgufFile(file, context);
  return engine::fail_in_file(ErrorCode::kCorrupt, file.string(), "is not a GGUF file",
                              "give a complete GGUF file of a causal model");
}

bool GgufFile::has(const std::string& key) const {
  return gguf_find_key(context_.get(), key.c_str()) >= 0;
}

std::optional<std::string> GgufFile::text(const std::string& key) const {
  const std::int64_t id = gguf_find_key(context_.get(), key.c_str());
  if (id < 0 || gguf_get_kv_type(context_.get(), id) != GGUF_TYPE_STRING) return std::nullopt;
  return gguf_get_val_str(context_.get(), id);
}

std::optional<double> GgufFile::number(const std::string& key) const {
  const gguf_context* context = context_.get();
  const std::int64_t id = gguf_find_key(context, key.c_str());
  if (id < 0) return std::nullopt;
  switch (gguf_get_kv_type(context, id)) {
    case GGUF_TYPE_UINT32:
      return gguf_get_val_u32(context, id);
    case GGUF_TYPE_INT32:
      return gguf_get_val_i32(context, id);
    case GGUF_TYPE_UINT64:
      return static_cast<double>(gguf_get_val_u64(context, id));
    case GGUF_TYPE_INT64:
      return static_cast<double>(gguf_get_val_i64(context, id));
    case GGUF_TYPE_FLOAT32:
      return static_cast<double>(gguf_get_val_f32(context, id));
    case GGUF_TYPE_FLOAT64:
      return gguf_get_val_f64(context, id);
    default:
      return std::nullopt;
  }
}

Result<std::size_t> GgufFile::count(const std::string& key) const {
  constexpr double kMost = 1e9;
  const auto value = number(key);
  if (value && *value >= 1 && *value <= kMost && *value == std::floor(*value)) {
    return static_cast<std::size_t>(*value);
  }
  if (has(key)) return refuse(ErrorCode::kUnsupported, "`" + key + "` is not one whole number");
  return refuse(ErrorCode::kCorrupt, "has no `" + key + "`");
}

std::vector<std::string> GgufFile::tensor_names() const {
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < gguf_get_n_tensors(context_.get()); ++i) {
    names.emplace_back(gguf_get_tensor_name(context_.get(), i));
  }
  return names;
}

bool GgufFile::has_tensor(const std::string& name) const {
  return gguf_find_tensor(context_.get(), name.c_str()) >= 0;
}

Result<std::size_t> GgufFile::tensor_rows(const std::string& name) const {
  const std::int64_t id = gguf_find_tensor(context_.get(), name.c_str());
  if (id < 0) return refuse(ErrorCode::kCorrupt, "has no tensor " + name);
  const auto shape = shape_of(context_.get(), id);
  if (shape.size() != 2) return refuse(ErrorCode::kCorrupt, name + " is no matrix");
  return shape.front();
}

Result<std::vector<float>> GgufFile::floats(const std::string& name,
                                            const std::vector<std::size_t>& shape) const {
  const gguf_context* context = context_.get();
  const std::int64_t id = gguf_find_tensor(context, name.c_str());
  if (id < 0) return refuse(ErrorCode::kCorrupt, "has no tensor " + name);
  if (const auto found = shape_of(context, id); found != shape) {
    return refuse(ErrorCode::kCorrupt, name + " is " + written(found) + ", not " + written(shape));
  }
  const ggml_type type = gguf_get_tensor_type(context, id);
  const ggml_type_traits* traits = ggml_get_type_traits(type);
  if (type != GGML_TYPE_F32 && traits->to_float == nullptr) {
    return refuse(ErrorCode::kUnsupported, name + " is of the type " + ggml_type_name(type));
  }
  std::size_t numbers = 1;
  for (const std::size_t size : shape) numbers *= size;
  std::vector<char> bytes(gguf_get_tensor_size(context, id));
  std::ifstream in(file_, std::ios::binary);
  in.seekg(static_cast<std::streamoff>(gguf_get_data_offset(context) +
                                       gguf_get_tensor_offset(context, id)));
  if (!in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) {
    return refuse(ErrorCode::kCorrupt, "ends within " + name);
  }
  std::vector<float> values(numbers);
  if (type == GGML_TYPE_F32) {
    std::memcpy(values.data(), bytes.data(), bytes.size());
  } else {
    traits->to_float(bytes.data(), values.data(), static_cast<std::int64_t>(numbers));
  }
  return values;
}

tl::unexpected<Error> GgufFile::refuse(ErrorCode code, std::string message) const {
  return engine::fail_in_file(code, file_.string(), std::move(message));
}

}  // namespace assay::train
