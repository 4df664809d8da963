#pragma once
// Reads msgpack files as spaCy and thinc write them, with errors instead of exceptions.
//
//   auto parsed = parse_msgpack(bytes);             // bytes must outlive the result: strings and
//   const auto* nodes = find_key(parsed->get(), "nodes");  // binaries point into them
//
// Keys are compared by their bytes, whether they are stored as string or as binary. Thread-safe.
// Damaged input is kCorrupt; nesting and container sizes are bounded, so that a few bytes cannot
// claim much memory.

#include <filesystem>
#include <msgpack.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "assay/error.h"

namespace assay::nlp {

Result<msgpack::object_handle> parse_msgpack(std::string_view bytes);

// The whole file; kNotFound when it cannot be read.
Result<std::string> read_file(const std::filesystem::path& file);

// The bytes of a string or binary; nothing for other types.
std::optional<std::string_view> as_text(const msgpack::object& object);

// Nothing unless the object is a whole number >= 0.
std::optional<std::size_t> as_size(const msgpack::object& object);

// Null when `object` is not a map or has no such key.
const msgpack::object* find_key(const msgpack::object& object, std::string_view key);

}  // namespace assay::nlp
