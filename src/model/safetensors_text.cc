#include "model/safetensors_text.h"

#include <bit>
#include <cstring>

namespace assay::model {

static_assert(std::endian::native == std::endian::little, "safetensors are little-endian");

void SafetensorsText::add(const std::string& name, const std::vector<std::size_t>& shape,
                          std::span<const float> numbers) {
  add_bytes(name, "F32", shape, numbers.data(), numbers.size_bytes());
}

void SafetensorsText::add(const std::string& name, const std::vector<std::size_t>& shape,
                          std::span<const std::int8_t> numbers) {
  add_bytes(name, "I8", shape, numbers.data(), numbers.size_bytes());
}

void SafetensorsText::add_bytes(const std::string& name, const char* type,
                                const std::vector<std::size_t>& shape, const void* bytes,
                                std::size_t size) {
  header_[name] = {
      {"dtype", type}, {"shape", shape}, {"data_offsets", {data_.size(), data_.size() + size}}};
  data_.append(static_cast<const char*>(bytes), size);
}

std::string SafetensorsText::text() const {
  std::string header = header_.dump();
  header.append((8 - header.size() % 8) % 8, ' ');
  const std::uint64_t length = header.size();
  std::string text(sizeof length, '\0');
  std::memcpy(text.data(), &length, sizeof length);
  return text + header + data_;
}

}  // namespace assay::model
