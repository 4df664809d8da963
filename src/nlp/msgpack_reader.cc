#include "nlp/msgpack_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/file.h"

namespace assay::nlp {
namespace {

// msgpack-cxx allocates a container of the claimed size before it reads the elements.
constexpr std::size_t kMostElements = 1 << 20;
constexpr std::size_t kDeepest = 16;

bool keep_in_place(msgpack::type::object_type, std::size_t, void*) {
  return true;
}

}  // namespace

Result<msgpack::object_handle> parse_msgpack(std::string_view bytes) {
  // Every element takes at least one byte, so a file cannot hold more elements than bytes.
  const std::size_t most = std::min(bytes.size(), kMostElements);
  const msgpack::unpack_limit limit(most, most, bytes.size(), bytes.size(), bytes.size(), kDeepest);
  try {
    msgpack::object_handle handle;
    std::size_t offset = 0;
    bool referenced = false;
    msgpack::unpack(handle, bytes.data(), bytes.size(), offset, referenced, keep_in_place, nullptr,
                    limit);
    if (offset != bytes.size()) {
      return fail(ErrorCode::kCorrupt,
                  fmt::format("{} bytes follow the msgpack value", bytes.size() - offset));
    }
    return handle;
  } catch (const std::exception& error) {
    return fail(ErrorCode::kCorrupt, fmt::format("not a msgpack file ({})", error.what()));
  }
}

Result<std::string> read_file(const std::filesystem::path& file) {
  return base::read_file(file,
                         "the pipeline's folder must be complete, as spaCy's nlp.to_disk wrote it");
}

std::optional<std::string_view> as_text(const msgpack::object& object) {
  if (object.type == msgpack::type::STR) {
    return std::string_view(object.via.str.ptr, object.via.str.size);
  }
  if (object.type == msgpack::type::BIN) {
    return std::string_view(object.via.bin.ptr, object.via.bin.size);
  }
  return std::nullopt;
}

std::optional<std::size_t> as_size(const msgpack::object& object) {
  if (object.type != msgpack::type::POSITIVE_INTEGER) return std::nullopt;
  return static_cast<std::size_t>(object.via.u64);
}

const msgpack::object* find_key(const msgpack::object& object, std::string_view key) {
  if (object.type != msgpack::type::MAP) return nullptr;
  for (std::uint32_t i = 0; i < object.via.map.size; ++i) {
    const msgpack::object_kv& entry = object.via.map.ptr[i];
    if (as_text(entry.key) == key) return &entry.val;
  }
  return nullptr;
}

}  // namespace assay::nlp
