// A config.json of any bytes is either read or refused, and its limits can be asked for.

#include "model/model_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay::model;
  const auto config = parse_model_config({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!config) return 0;
  static_cast<void>(config->max_length());
  static_cast<void>(nli_label_order(config->labels, "fuzz"));
  return 0;
}
