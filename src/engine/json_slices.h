#pragma once
// The members of a JSON object as slices of its text, so that what is passed through keeps every
// digit of its numbers.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::engine {

// Where `text` stops being JSON (0-based byte); absent when it is one valid JSON value.
std::optional<std::size_t> find_json_flaw(std::string_view text);

struct JsonMember {
  std::string_view key;    // with its quotes and escapes
  std::string_view value;  // without surrounding white space
};

// The members of a JSON object in their order. `object` must be valid JSON, or at least have the
// brackets and quotes of valid JSON: strings are not looked into.
std::vector<JsonMember> slice_object(std::string_view object);

struct DuplicateKey {
  std::size_t item = 0;  // of the list, in which it stands
  std::string key;
};

// The first key that stands twice in one object, at any depth of `list` (a valid JSON list).
std::optional<DuplicateKey> find_duplicate_key(std::string_view list);

// `value` (valid JSON) without white space between its tokens.
std::string compact_json(std::string_view value);

// The text of a valid JSON string with quotes and escapes; nullopt when it is not a string.
std::optional<std::string> decode_json_string(std::string_view quoted);

// "an object", "a string", ...: what a valid JSON value is, for messages.
std::string_view describe_json(std::string_view value);

}  // namespace assay::engine
