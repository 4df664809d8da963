#include "seq2seq/byte_export.h"

#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "model/checkpoint.h"
#include "model/export_folder.h"
#include "seq2seq/weights.h"

namespace assay::seq2seq {
namespace {

namespace fs = std::filesystem;

// Tensors one behind the other, with the header that describes them.
class SafetensorsText {
 public:
  void add(const std::string& name, const char* type, const std::vector<std::size_t>& shape,
           const void* bytes, std::size_t size) {
    header_[name] = {
        {"dtype", type}, {"shape", shape}, {"data_offsets", {data_.size(), data_.size() + size}}};
    data_.append(static_cast<const char*>(bytes), size);
  }

  std::string text() const {
    std::string header = header_.dump();
    header.append((8 - header.size() % 8) % 8, ' ');
    const std::uint64_t length = header.size();
    std::string text(sizeof length, '\0');
    std::memcpy(text.data(), &length, sizeof length);
    return text + header + data_;
  }

 private:
  nlohmann::ordered_json header_ = {{"__metadata__", {{"format", "pt"}}}};
  std::string data_;
};

// The gate is one row, which the engine keeps in floating point.
bool is_matrix(const model::TensorView& view) {
  return view.shape.size() == 2 && view.shape[0] > 1 && model::is_float(view.type);
}

std::string in_bytes(const model::Checkpoint& checkpoint) {
  SafetensorsText text;
  for (const auto& [name, stored] : checkpoint.tensors()) {
    const model::TensorView& view = stored.view;
    if (!is_matrix(view)) {
      const bool floats = model::is_float(view.type);
      const auto numbers = floats ? model::to_floats(view) : std::vector<float>();
      text.add(name, floats ? "F32" : "I8", view.shape,
               floats ? static_cast<const void*>(numbers.data()) : view.bytes.data(),
               floats ? numbers.size() * sizeof(float) : view.bytes.size());
      continue;
    }
    const auto rounded = ByteMatrix::rounded(model::to_floats(view), view.shape[0], view.shape[1]);
    text.add(name, "I8", view.shape, rounded.values.data(), rounded.values.size());
    text.add(name + ".scales", "F32", {rounded.rows}, rounded.scales.data(),
             rounded.scales.size() * sizeof(float));
  }
  return text.text();
}

}  // namespace

Result<void> export_bytes(const model::ModelFolder& folder, const fs::path& out) {
  // So that what cannot be read is not written.
  if (const auto weights = read_weights(folder); !weights) return tl::unexpected(weights.error());
  const auto checkpoint = model::Checkpoint::open(folder.weights);
  if (!checkpoint) return tl::unexpected(checkpoint.error());
  if (auto begun = model::begin_export(folder.folder, out); !begun) return begun;
  const fs::path file = out / "model.safetensors";
  std::ofstream stream(file, std::ios::binary);
  stream << in_bytes(*checkpoint);
  stream.close();
  if (!stream) return model::cannot_write(file, std::strerror(errno));
  return {};
}

}  // namespace assay::seq2seq
