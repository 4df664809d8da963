#include "nlp/thinc_model.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <utility>

#include "nlp/msgpack_reader.h"

namespace assay::nlp {
namespace {

static_assert(std::endian::native == std::endian::little, "parameters are stored little-endian");

tl::unexpected<Error> corrupt(std::string message) {
  return fail(ErrorCode::kCorrupt, "thinc model: " + std::move(message));
}

// A list of the model's map, which must have `count` entries.
Result<msgpack::object_array> list_of(const msgpack::object& model, std::string_view key) {
  const msgpack::object* list = find_key(model, key);
  if (list == nullptr || list->type != msgpack::type::ARRAY) {
    return corrupt(fmt::format("no list `{}`", key));
  }
  return list->via.array;
}

Result<std::vector<std::size_t>> read_shape(const msgpack::object* shape) {
  if (shape == nullptr || shape->type != msgpack::type::ARRAY) return corrupt("no shape");
  std::vector<std::size_t> sizes;
  for (std::uint32_t i = 0; i < shape->via.array.size; ++i) {
    const std::optional<std::size_t> size = as_size(shape->via.array.ptr[i]);
    if (!size) return corrupt("a dimension is not a whole number");
    sizes.push_back(*size);
  }
  return sizes;
}

// The number of elements, or nothing when it exceeds `most`.
std::optional<std::size_t> element_count(const std::vector<std::size_t>& shape, std::size_t most) {
  std::size_t count = 1;
  for (const std::size_t size : shape) {
    if (size != 0 && count > most / size) return std::nullopt;
    count *= size;
  }
  return count;
}

// msgpack-numpy's form: {nd: true, type: "<f4", kind: "", shape: [...], data: bytes}.
Result<Tensor> read_tensor(const msgpack::object& object) {
  const msgpack::object* type = find_key(object, "type");
  const msgpack::object* data = find_key(object, "data");
  if (type == nullptr || data == nullptr) return corrupt("a parameter is not an array");
  const std::optional<std::string_view> type_name = as_text(*type);
  if (type_name != "<f4") {
    return fail(ErrorCode::kUnsupported, fmt::format("thinc model: parameters of type `{}`",
                                                     type_name.value_or("(not a name)")));
  }
  const std::optional<std::string_view> bytes = as_text(*data);
  if (!bytes) return corrupt("a parameter has no data");
  const auto shape = read_shape(find_key(object, "shape"));
  if (!shape) return tl::unexpected(shape.error());
  const std::size_t stored = bytes->size() / sizeof(float);
  if (element_count(*shape, stored) != stored || bytes->size() % sizeof(float) != 0) {
    return corrupt("a parameter's data does not fill its shape");
  }
  Tensor tensor{*shape, std::vector<float>(stored)};
  if (stored != 0) std::memcpy(tensor.values.data(), bytes->data(), bytes->size());
  return tensor;
}

Result<void> read_attributes(const msgpack::object& map, ThincLayer& layer) {
  if (map.type != msgpack::type::MAP) return corrupt("attributes are not a map");
  for (std::uint32_t i = 0; i < map.via.map.size; ++i) {
    const auto key = as_text(map.via.map.ptr[i].key);
    const auto value = as_text(map.via.map.ptr[i].val);
    if (!key || !value) return corrupt("an attribute is not stored as bytes");
    layer.attributes.emplace(*key, *value);
  }
  return {};
}

Result<void> read_parameters(const msgpack::object& map, ThincLayer& layer) {
  if (map.type != msgpack::type::MAP) return corrupt("parameters are not a map");
  for (std::uint32_t i = 0; i < map.via.map.size; ++i) {
    const msgpack::object_kv& entry = map.via.map.ptr[i];
    const auto key = as_text(entry.key);
    if (!key) return corrupt("a parameter has no name");
    if (entry.val.type == msgpack::type::NIL) continue;  // declared, but never initialised
    auto tensor = read_tensor(entry.val);
    if (!tensor) return tl::unexpected(tensor.error());
    layer.parameters.emplace(*key, *std::move(tensor));
  }
  return {};
}

Result<ThincLayer> read_layer(const msgpack::object& node, const msgpack::object& attributes,
                              const msgpack::object& parameters) {
  ThincLayer layer;
  const msgpack::object* name = find_key(node, "name");
  if (name == nullptr || !as_text(*name)) return corrupt("a layer has no name");
  layer.name = *as_text(*name);
  if (const auto read = read_attributes(attributes, layer); !read) {
    return tl::unexpected(read.error());
  }
  if (const auto read = read_parameters(parameters, layer); !read) {
    return tl::unexpected(read.error());
  }
  return layer;
}

}  // namespace

Result<std::size_t> ThincLayer::size_attribute(std::string_view key) const {
  const auto found = attributes.find(key);
  if (found == attributes.end()) return corrupt(fmt::format("{} has no `{}`", name, key));
  const auto value = parse_msgpack(found->second);
  const auto size = value ? as_size(value->get()) : std::nullopt;
  if (!size) return corrupt(fmt::format("{}: `{}` is not a whole number", name, key));
  return *size;
}

Result<std::vector<std::string>> ThincLayer::strings_attribute(std::string_view key) const {
  const auto found = attributes.find(key);
  if (found == attributes.end()) return corrupt(fmt::format("{} has no `{}`", name, key));
  const auto value = parse_msgpack(found->second);
  if (!value || value->get().type != msgpack::type::ARRAY) {
    return corrupt(fmt::format("{}: `{}` is not a list", name, key));
  }
  std::vector<std::string> strings;
  for (std::uint32_t i = 0; i < value->get().via.array.size; ++i) {
    const auto text = as_text(value->get().via.array.ptr[i]);
    if (!text) return corrupt(fmt::format("{}: `{}` is not a list of strings", name, key));
    strings.emplace_back(*text);
  }
  return strings;
}

Result<const Tensor*> ThincLayer::parameter(std::string_view key, std::size_t dimensions) const {
  const auto found = parameters.find(key);
  if (found == parameters.end()) return corrupt(fmt::format("{} has no `{}`", name, key));
  const Tensor& tensor = found->second;
  if (tensor.shape.size() != dimensions || tensor.values.empty()) {
    return corrupt(fmt::format("`{}` of {} has the wrong shape", key, name));
  }
  return &tensor;
}

Result<ThincModel> ThincModel::load(const std::filesystem::path& file) {
  const auto bytes = read_file(file);
  if (!bytes) return tl::unexpected(bytes.error());
  return parse(*bytes).map_error([&](Error error) {
    error.file = file.string();
    return error;
  });
}

Result<ThincModel> ThincModel::parse(std::string_view bytes) {
  const auto parsed = parse_msgpack(bytes);
  if (!parsed) return tl::unexpected(parsed.error());
  const auto nodes = list_of(parsed->get(), "nodes");
  const auto attributes = list_of(parsed->get(), "attrs");
  const auto parameters = list_of(parsed->get(), "params");
  for (const auto* list : {&nodes, &attributes, &parameters}) {
    if (!*list) return tl::unexpected(list->error());
  }
  if (nodes->size == 0) return corrupt("there is no layer");
  if (attributes->size != nodes->size || parameters->size != nodes->size) {
    return corrupt("nodes, attributes and parameters differ in number");
  }
  ThincModel model;
  for (std::uint32_t i = 0; i < nodes->size; ++i) {
    auto layer = read_layer(nodes->ptr[i], attributes->ptr[i], parameters->ptr[i]);
    if (!layer) return tl::unexpected(layer.error());
    model.layers_.push_back(*std::move(layer));
  }
  return model;
}

std::vector<const ThincLayer*> ThincModel::named(std::string_view name) const {
  std::vector<const ThincLayer*> found;
  for (const ThincLayer& layer : layers_) {
    if (layer.name == name) found.push_back(&layer);
  }
  return found;
}

Result<std::vector<const ThincLayer*>> ThincModel::named(std::string_view name,
                                                         std::size_t count) const {
  std::vector<const ThincLayer*> found = named(name);
  if (found.size() == count) return found;
  return fail(ErrorCode::kUnsupported, fmt::format("{} `{}` layers where {} are expected, in `{}`",
                                                   found.size(), name, count, root().name));
}

}  // namespace assay::nlp
