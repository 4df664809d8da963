// A safetensors file of any bytes is either read or refused; what is read lies inside the file.

#include <cstdlib>

#include "model/safetensors.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay::model;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto tensors = parse_safetensors(bytes, "fuzz");
  if (!tensors) return 0;
  for (const auto& [name, tensor] : *tensors) {
    if (tensor.type == TensorType::kOther) continue;
    if (to_floats(tensor).size() != tensor.count()) std::abort();
  }
  return 0;
}
