#include "seq2seq/byte_export.h"

#include "model/checkpoint.h"
#include "model/export_folder.h"
#include "model/safetensors_text.h"
#include "seq2seq/weights.h"

namespace assay::seq2seq {
namespace {

namespace fs = std::filesystem;

// The gate is one row, which the engine keeps in floating point.
bool is_matrix(const model::TensorView& view) {
  return view.shape.size() == 2 && view.shape[0] > 1 && model::is_float(view.type);
}

std::string in_bytes(const model::Checkpoint& checkpoint) {
  model::SafetensorsText text;
  for (const auto& [name, stored] : checkpoint.tensors()) {
    const model::TensorView& view = stored.view;
    if (view.type == model::TensorType::kI8) {
      text.add(name, view.shape, model::to_bytes(view));
    } else if (!is_matrix(view)) {
      text.add(name, view.shape, model::to_floats(view));
    } else {
      const auto rounded =
          ByteMatrix::rounded(model::to_floats(view), view.shape[0], view.shape[1]);
      text.add(name, view.shape, rounded.values);
      text.add(name + ".scales", {rounded.rows}, rounded.scales);
    }
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
  return model::write_safetensors(out, in_bytes(*checkpoint));
}

}  // namespace assay::seq2seq
