#pragma once
// Reads the networks that thinc saves (Model.to_bytes): a flat list of layers in breadth-first
// order, each with its name, attributes and parameters.
//
// A composed layer's name spells out its architecture ("maxout>>layernorm>>dropout"), so a reader
// checks that name and then picks the leaves. Immutable after reading; thread-safe. Fails with
// kCorrupt on damage and with kUnsupported on parameters that are not little-endian 32-bit floats.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"

namespace assay::nlp {

struct Tensor {
  std::vector<std::size_t> shape;
  std::vector<float> values;  // row-major
};

struct ThincLayer {
  std::string name;
  std::map<std::string, std::string, std::less<>> attributes;  // each a msgpack value
  std::map<std::string, Tensor, std::less<>> parameters;

  Result<std::size_t> size_attribute(std::string_view key) const;
  Result<std::vector<std::string>> strings_attribute(std::string_view key) const;

  // The parameter, checked to have this many dimensions, none of them zero.
  Result<const Tensor*> parameter(std::string_view key, std::size_t dimensions) const;
};

class ThincModel {
 public:
  static Result<ThincModel> load(const std::filesystem::path& file);
  static Result<ThincModel> parse(std::string_view bytes);

  const std::vector<ThincLayer>& layers() const { return layers_; }
  const ThincLayer& root() const { return layers_.front(); }  // there is at least one layer

  // All layers of this name, in the order of the file.
  std::vector<const ThincLayer*> named(std::string_view name) const;

  // kUnsupported, with the names of the layers, unless exactly `count` layers have this name.
  Result<std::vector<const ThincLayer*>> named(std::string_view name, std::size_t count) const;

 private:
  std::vector<ThincLayer> layers_;
};

}  // namespace assay::nlp
