#pragma once
// Writing a safetensors file: named arrays of numbers behind a JSON header.

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace assay::model {

// Tensors one behind the other, with the header that describes them. Held in memory.
class SafetensorsText {
 public:
  void add(const std::string& name, const std::vector<std::size_t>& shape,
           std::span<const float> numbers);
  void add(const std::string& name, const std::vector<std::size_t>& shape,
           std::span<const std::int8_t> numbers);

  // The whole file.
  std::string text() const;

 private:
  void add_bytes(const std::string& name, const char* type, const std::vector<std::size_t>& shape,
                 const void* bytes, std::size_t size);

  nlohmann::ordered_json header_ = {{"__metadata__", {{"format", "pt"}}}};
  std::string data_;
};

}  // namespace assay::model
