// A manifest of any bytes is either read or refused; what it names stays inside a model's folder.

#include <cstdlib>

#include "model/manifest.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto models =
      assay::model::parse_manifest({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!models) return 0;
  for (const assay::ModelEntry& model : *models) {
    for (const assay::ModelFile& file : model.files) {
      const auto path = (std::filesystem::path("/folder") / file.path).lexically_normal();
      if (!path.string().starts_with("/folder")) std::abort();
    }
  }
  return 0;
}
