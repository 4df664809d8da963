// A config.json of any bytes is either read or refused, by every family; so are the files beside it
// that are read with it.

#include "model/checkpoint.h"
#include "model/encoders/family.h"
#include "model/nli_labels.h"
#include "model/sentence_modules.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay::model;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static_cast<void>(parse_shard_index(text, "fuzz"));
  static_cast<void>(parse_pooling(text, "fuzz"));
  static_cast<void>(parse_dense(text, "fuzz"));
  static_cast<void>(FieldReader::parse_list(text, "fuzz"));
  auto config = parse_model_config(text, "fuzz");
  if (!config) return 0;
  static_cast<void>(config->max_length());
  static_cast<void>(find_nli_labels(config->labels, "fuzz"));
  for (const EncoderFamily* family : encoder_families()) {
    config->family = family;
    static_cast<void>(family->make(*config));
  }
  return 0;
}
