#include "model/safetensors.h"
#include "base/parse_json.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

namespace assay::model {
namespace {

using nlohmann::json;

tl::unexpected<Error> corrupt(const std::string& file, std::string message,
                              const char* hint = "copy or download the file again") {
  Error error;
  error.code = ErrorCode::kCorrupt;
  error.message = std::move(message);
  error.hint = hint;
  error.file = file;
  return tl::unexpected(std::move(error));
}

// What `git clone` leaves of a large file where Git LFS is not installed.
bool is_lfs_pointer(std::string_view bytes) {
  return bytes.starts_with("version https://git-lfs.github.com/spec/");
}

struct DataType {
  TensorType type;
  std::size_t bytes;
};

// Bytes of one number; 0 for a name that the format does not have.
DataType data_type(const std::string& name) {
  static const std::map<std::string, DataType> kTypes = {
      {"F32", {TensorType::kF32, 4}},      {"F16", {TensorType::kF16, 2}},
      {"BF16", {TensorType::kBf16, 2}},    {"F64", {TensorType::kOther, 8}},
      {"I64", {TensorType::kOther, 8}},    {"U64", {TensorType::kOther, 8}},
      {"I32", {TensorType::kOther, 4}},    {"U32", {TensorType::kOther, 4}},
      {"I16", {TensorType::kOther, 2}},    {"U16", {TensorType::kOther, 2}},
      {"I8", {TensorType::kI8, 1}},        {"U8", {TensorType::kOther, 1}},
      {"BOOL", {TensorType::kOther, 1}},   {"F8_E4M3", {TensorType::kOther, 1}},
      {"F8_E5M2", {TensorType::kOther, 1}}};
  const auto found = kTypes.find(name);
  return found == kTypes.end() ? DataType{TensorType::kOther, 0} : found->second;
}

Result<std::vector<std::size_t>> read_sizes(const json& value, const std::string& what,
                                            const std::string& file) {
  if (!value.is_array()) return corrupt(file, what + " is not a list");
  std::vector<std::size_t> sizes;
  for (const json& size : value) {
    if (!size.is_number_unsigned()) return corrupt(file, what + " holds no whole number");
    sizes.push_back(size.get<std::size_t>());
  }
  return sizes;
}

// The product of a shape and the size of one number; nothing on overflow.
bool byte_count(const std::vector<std::size_t>& shape, std::size_t number, std::size_t& bytes) {
  bytes = number;
  for (const std::size_t size : shape) {
    if (size != 0 && bytes > std::numeric_limits<std::size_t>::max() / size) return false;
    bytes *= size;
  }
  return true;
}

struct Placed {
  std::size_t begin;
  std::size_t end;
};

Result<Placed> parse_tensor(const std::string& name, const json& value, std::string_view data,
                            const std::string& file, TensorView& tensor) {
  const std::string what = "tensor `" + name + "`";
  if (!value.is_object()) return corrupt(file, what + " is not described by an object");
  const auto dtype = value.find("dtype");
  if (dtype == value.end() || !dtype->is_string()) return corrupt(file, what + " has no dtype");
  const DataType type = data_type(dtype->get<std::string>());
  if (type.bytes == 0) {
    return corrupt(file, what + " has the unknown dtype " + dtype->get<std::string>());
  }
  if (!value.contains("shape") || !value.contains("data_offsets")) {
    return corrupt(file, what + " has no shape or data_offsets");
  }
  auto shape = read_sizes(value["shape"], what + ": shape", file);
  if (!shape) return tl::unexpected(shape.error());
  const auto offsets = read_sizes(value["data_offsets"], what + ": data_offsets", file);
  if (!offsets) return tl::unexpected(offsets.error());
  if (offsets->size() != 2 || (*offsets)[0] > (*offsets)[1] || (*offsets)[1] > data.size()) {
    return corrupt(file, what + " lies outside the file (is it cut short?)");
  }
  const Placed placed{(*offsets)[0], (*offsets)[1]};
  std::size_t bytes = 0;
  if (!byte_count(*shape, type.bytes, bytes) || bytes != placed.end - placed.begin) {
    return corrupt(file, what + " has other bytes than its shape says");
  }
  tensor = {type.type, std::move(*shape), data.substr(placed.begin, bytes)};
  return placed;
}

// The format leaves no gap and lets no tensors share bytes.
Result<void> check_places(std::vector<Placed> places, std::size_t size, const std::string& file) {
  std::sort(places.begin(), places.end(), [](const Placed& a, const Placed& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
  std::size_t at = 0;
  for (const Placed& place : places) {
    if (place.begin != at) return corrupt(file, "tensors overlap or leave a gap");
    at = place.end;
  }
  if (at != size) return corrupt(file, "has bytes that belong to no tensor");
  return {};
}

float half_to_float(std::uint16_t half) {
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000U) << 16;
  const std::uint32_t exponent = (half >> 10) & 0x1FU;
  const std::uint32_t fraction = half & 0x3FFU;
  if (exponent == 0x1FU) return std::bit_cast<float>(sign | 0x7F800000U | (fraction << 13));
  if (exponent != 0) {
    return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
  }
  const float small = static_cast<float>(fraction) * 0x1p-24F;  // subnormal or zero
  return sign != 0 ? -small : small;
}

}  // namespace

std::size_t TensorView::count() const {
  std::size_t product = 1;
  for (const std::size_t size : shape) product *= size;
  return product;
}

Result<TensorMap> parse_safetensors(std::string_view bytes, const std::string& file) {
  std::uint64_t header_size = 0;
  if (is_lfs_pointer(bytes)) {
    return corrupt(file, "is a pointer of Git LFS, not the weights",
                   "run `git lfs pull` in the folder, or download the file itself");
  }
  if (bytes.size() < sizeof header_size) return corrupt(file, "is too short for safetensors");
  std::memcpy(&header_size, bytes.data(), sizeof header_size);  // little endian, as we are
  const std::string_view rest = bytes.substr(sizeof header_size);
  if (header_size > rest.size()) {
    return corrupt(file, "its header is longer than the file (is it cut short?)");
  }
  const std::size_t header_bytes = static_cast<std::size_t>(header_size);
  const json header = base::parse_json(rest.substr(0, header_bytes));
  if (!header.is_object()) return corrupt(file, "its header is not a JSON object");
  const std::string_view data = rest.substr(header_bytes);
  TensorMap tensors;
  std::vector<Placed> places;
  for (const auto& [name, value] : header.items()) {
    if (name == "__metadata__") continue;
    TensorView tensor;
    const auto placed = parse_tensor(name, value, data, file, tensor);
    if (!placed) return tl::unexpected(placed.error());
    places.push_back(*placed);
    tensors.emplace(name, std::move(tensor));
  }
  if (auto checked = check_places(std::move(places), data.size(), file); !checked) {
    return tl::unexpected(checked.error());
  }
  return tensors;
}

std::string old_tensor_name(const std::string& name) {
  if (name.ends_with("LayerNorm.weight")) return name.substr(0, name.size() - 6) + "gamma";
  if (name.ends_with("LayerNorm.bias")) return name.substr(0, name.size() - 4) + "beta";
  return name;
}

std::vector<float> to_floats(const TensorView& tensor) {
  std::vector<float> floats(tensor.count());
  if (tensor.type == TensorType::kF32) {
    std::memcpy(floats.data(), tensor.bytes.data(), tensor.bytes.size());
    return floats;
  }
  for (std::size_t i = 0; i < floats.size(); ++i) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, tensor.bytes.data() + 2 * i, sizeof bits);
    floats[i] = tensor.type == TensorType::kF16
                    ? half_to_float(bits)
                    : std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
  }
  return floats;
}

std::vector<std::int8_t> to_bytes(const TensorView& tensor) {
  std::vector<std::int8_t> bytes(tensor.bytes.size());
  std::memcpy(bytes.data(), tensor.bytes.data(), tensor.bytes.size());
  return bytes;
}

Result<SafetensorsFile> SafetensorsFile::open(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in) {
    return fail(ErrorCode::kNotFound, "cannot open " + path.string(),
                "put the file where it is named, or check its permissions");
  }
  std::string bytes(static_cast<std::size_t>(in.tellg()), '\0');
  in.seekg(0);
  if (!in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) {
    return fail(ErrorCode::kIo, "cannot read " + path.string(), "check the disk and permissions");
  }
  SafetensorsFile file;
  file.bytes_ = std::make_unique<const std::string>(std::move(bytes));
  auto tensors = parse_safetensors(*file.bytes_, path.string());
  if (!tensors) return tl::unexpected(tensors.error());
  file.tensors_ = std::move(*tensors);
  return file;
}

}  // namespace assay::model
