#include "nlp/json_values.h"

#include <string>
#include <utility>

#include "base/parse_json.h"
#include "nlp/msgpack_reader.h"
#include "text/utf8.h"

namespace assay::nlp {
namespace {

using nlohmann::json;

tl::unexpected<Error> corrupt(std::string why) {
  return fail(ErrorCode::kCorrupt, std::move(why), "fetch the pipeline again");
}

Result<std::string> checked_text(const char* data, std::size_t size) {
  const std::string_view text(data, size);
  if (auto valid = text::check_utf8(text); !valid) return corrupt(valid.error().message);
  return std::string(text);
}

Result<std::string> map_key(const msgpack::object& key) {
  switch (key.type) {
    case msgpack::type::STR:
      return checked_text(key.via.str.ptr, key.via.str.size);
    case msgpack::type::POSITIVE_INTEGER:
      return std::to_string(key.via.u64);
    case msgpack::type::NEGATIVE_INTEGER:
      return std::to_string(key.via.i64);
    default:
      return corrupt("a map key is neither a text nor a whole number");
  }
}

Result<json> to_json(const msgpack::object& value);

Result<json> array_to_json(const msgpack::object_array& array) {
  json out = json::array();
  for (std::uint32_t i = 0; i < array.size; ++i) {
    auto item = to_json(array.ptr[i]);
    if (!item) return item;
    out.push_back(*std::move(item));
  }
  return out;
}

Result<json> map_to_json(const msgpack::object_map& map) {
  json out = json::object();
  for (std::uint32_t i = 0; i < map.size; ++i) {
    auto key = map_key(map.ptr[i].key);
    if (!key) return tl::unexpected(key.error());
    auto item = to_json(map.ptr[i].val);
    if (!item) return item;
    out[*std::move(key)] = *std::move(item);
  }
  return out;
}

Result<json> to_json(const msgpack::object& value) {
  switch (value.type) {
    case msgpack::type::NIL:
      return json(nullptr);
    case msgpack::type::BOOLEAN:
      return json(value.via.boolean);
    case msgpack::type::POSITIVE_INTEGER:
      return json(value.via.u64);
    case msgpack::type::NEGATIVE_INTEGER:
      return json(value.via.i64);
    case msgpack::type::FLOAT32:
    case msgpack::type::FLOAT64:
      return json(value.via.f64);
    case msgpack::type::STR: {
      auto text = checked_text(value.via.str.ptr, value.via.str.size);
      if (!text) return tl::unexpected(text.error());
      return json(*std::move(text));
    }
    case msgpack::type::ARRAY:
      return array_to_json(value.via.array);
    case msgpack::type::MAP:
      return map_to_json(value.via.map);
    default:
      return corrupt("a MessagePack value of a kind that a pipeline does not use");
  }
}

}  // namespace

Result<json> parse_msgpack_values(std::string_view bytes) {
  const auto handle = parse_msgpack(bytes);
  if (!handle) return tl::unexpected(handle.error());
  return to_json(handle->get());
}

Result<json> parse_json_values(std::string_view bytes) {
  if (auto valid = text::check_utf8(bytes); !valid) return corrupt(valid.error().message);
  json value = base::parse_json(bytes);
  if (value.is_discarded()) return corrupt("not readable as JSON");
  return value;
}

}  // namespace assay::nlp
