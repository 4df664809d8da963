#pragma once
// Writes small thinc models for tests.

#include <map>
#include <msgpack.hpp>
#include <string>
#include <vector>

namespace assay::nlp::testing_thinc {

struct Parameter {
  std::vector<std::size_t> shape;
  std::vector<float> values;
  std::string type = "<f4";
};

struct Layer {
  std::string name;
  std::map<std::string, std::string> attributes;  // as msgpack
  std::map<std::string, Parameter> parameters;
};

inline std::string packed(std::size_t value) {
  msgpack::sbuffer buffer;
  msgpack::pack(buffer, value);
  return {buffer.data(), buffer.size()};
}

template <class Packer>
void pack_bytes(Packer& packer, const std::string& bytes) {
  packer.pack_bin(static_cast<std::uint32_t>(bytes.size()));
  packer.pack_bin_body(bytes.data(), static_cast<std::uint32_t>(bytes.size()));
}

template <class Packer>
void pack_parameter(Packer& packer, const Parameter& parameter) {
  packer.pack_map(4);
  packer.pack("nd").pack(true);
  packer.pack("type").pack(parameter.type);
  packer.pack("shape").pack(parameter.shape);
  packer.pack("data");
  pack_bytes(packer, {reinterpret_cast<const char*>(parameter.values.data()),
                      parameter.values.size() * sizeof(float)});
}

inline std::string write(const std::vector<Layer>& layers) {
  msgpack::sbuffer buffer;
  msgpack::packer packer(buffer);
  packer.pack_map(3);
  packer.pack("nodes").pack_array(static_cast<std::uint32_t>(layers.size()));
  for (const Layer& layer : layers) packer.pack_map(1).pack("name").pack(layer.name);
  packer.pack("attrs").pack_array(static_cast<std::uint32_t>(layers.size()));
  for (const Layer& layer : layers) {
    packer.pack_map(static_cast<std::uint32_t>(layer.attributes.size()));
    for (const auto& [key, value] : layer.attributes) {
      packer.pack(key);
      pack_bytes(packer, value);
    }
  }
  packer.pack("params").pack_array(static_cast<std::uint32_t>(layers.size()));
  for (const Layer& layer : layers) {
    packer.pack_map(static_cast<std::uint32_t>(layer.parameters.size()));
    for (const auto& [key, value] : layer.parameters) {
      packer.pack(key);
      pack_parameter(packer, value);
    }
  }
  return {buffer.data(), buffer.size()};
}

}  // namespace assay::nlp::testing_thinc
