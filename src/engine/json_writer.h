#pragma once
// JSON text with a fixed order of members, the same bytes in every locale.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace assay::engine {

// Appends `text` (valid UTF-8) with quotes and escapes.
void append_json_string(std::string& out, std::string_view text);

// Appends the shortest decimal that reads back as the same double, always with a fraction or an
// exponent ("1.0", "0.1", "1e-09"). `number` must be finite.
void append_json_number(std::string& out, double number);

// Builds one JSON value; the caller opens and closes objects and lists in pairs, the writer sets
// the commas.
//
//   JsonWriter json;
//   json.open_object().key("id").string("a").key("scores").open_list().number(0.5).close_list();
//   json.close_object();
class JsonWriter {
 public:
  JsonWriter& open_object() { return open('{'); }
  JsonWriter& close_object() { return close('}'); }
  JsonWriter& open_list() { return open('['); }
  JsonWriter& close_list() { return close(']'); }
  JsonWriter& key(std::string_view name);
  JsonWriter& string(std::string_view text);
  JsonWriter& number(double value);  // must be finite
  JsonWriter& integer(std::int64_t value);
  JsonWriter& unsigned_integer(std::uint64_t value);
  JsonWriter& boolean(bool value) { return raw(value ? "true" : "false"); }
  JsonWriter& null() { return raw("null"); }
  JsonWriter& raw(std::string_view json);  // a JSON value as it stands

  const std::string& text() const { return text_; }
  std::string take() { return std::move(text_); }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void separate();

  std::string text_;
  bool needs_comma_ = false;
};

}  // namespace assay::engine
