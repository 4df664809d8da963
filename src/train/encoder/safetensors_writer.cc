#include "model/safetensors_text.h"
#include "train/encoder_parameters.h"
#include "train/files.h"

namespace assay::train {

Result<void> save_safetensors(const ParameterSet& set, const std::filesystem::path& file) {
  model::SafetensorsText text;
  for (const Parameter& parameter : set.all()) {
    const std::span<const float> values = set.values(parameter);
    const std::size_t share = values.size() / parameter.parts.size();
    for (std::size_t i = 0; i < parameter.parts.size(); ++i) {
      text.add(parameter.parts[i], parameter.part_shape(), values.subspan(i * share, share));
    }
  }
  return write_text_durably(file, text.text());
}

}  // namespace assay::train
