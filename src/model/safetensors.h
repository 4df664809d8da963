#pragma once
// Reading a safetensors file: named arrays of numbers behind a JSON header.
//
// Everything the header claims is checked against the bytes that are there before any of it is
// used; a file that is damaged in any way is kCorrupt with the file's name.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"

namespace assay::model {

// kOther: present, but not readable.
enum class TensorType { kF32, kF16, kBf16, kI8, kOther };

inline bool is_float(TensorType type) {
  return type != TensorType::kI8 && type != TensorType::kOther;
}

struct TensorView {
  TensorType type = TensorType::kF32;
  std::vector<std::size_t> shape;
  std::string_view bytes;

  std::size_t count() const;
};

using TensorMap = std::map<std::string, TensorView, std::less<>>;

// The views point into `bytes`. `file` is only named in errors.
Result<TensorMap> parse_safetensors(std::string_view bytes, const std::string& file);

// The name that checkpoints of the first years give a tensor of a layer norm (gamma and beta for
// weight and bias); the same name for any other tensor.
std::string old_tensor_name(const std::string& name);

// The numbers as f32, of a type of floats; and those of a kI8 tensor as they are.
std::vector<float> to_floats(const TensorView& tensor);
std::vector<std::int8_t> to_bytes(const TensorView& tensor);

// A file held in memory with the views into it.
class SafetensorsFile {
 public:
  static Result<SafetensorsFile> open(const std::filesystem::path& file);
  const TensorMap& tensors() const { return tensors_; }

 private:
  std::unique_ptr<const std::string> bytes_;
  TensorMap tensors_;
};

}  // namespace assay::model
