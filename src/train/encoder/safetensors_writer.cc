#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>

#include "train/encoder_parameters.h"
#include "train/files.h"

namespace assay::train {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors are little-endian");

std::string header_of(const ParameterSet& set) {
  nlohmann::ordered_json header;
  header["__metadata__"] = {{"format", "pt"}};
  std::size_t begin = 0;
  for (const Parameter& parameter : set.all()) {
    const std::size_t bytes = parameter.count() / parameter.parts.size() * sizeof(float);
    for (const std::string& name : parameter.parts) {
      header[name] = {{"dtype", "F32"},
                      {"shape", parameter.part_shape()},
                      {"data_offsets", {begin, begin + bytes}}};
      begin += bytes;
    }
  }
  std::string text = header.dump();
  text.append((8 - text.size() % 8) % 8, ' ');
  return text;
}

}  // namespace

Result<void> save_safetensors(const ParameterSet& set, const std::filesystem::path& file) {
  const std::string header = header_of(set);
  const std::uint64_t length = header.size();
  char prefix[sizeof length];
  std::memcpy(prefix, &length, sizeof length);
  return write_durably(file, [&](const WriteBytes& write) {
    write({prefix, sizeof prefix});
    write(header);
    for (const Parameter& parameter : set.all()) {
      const std::span<const float> values = set.values(parameter);
      write({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
    }
  });
}

}  // namespace assay::train
