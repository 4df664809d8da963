// Reads damaged files of a pipeline: the first byte chooses which file the rest is.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "nlp/attribute_ruler.h"
#include "nlp/lemmatizer.h"
#include "nlp/spacy_config.h"
#include "nlp/tokenizer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  using namespace assay::nlp;
  switch (data[0]) {
    case 'a':
      (void)AttributeRuler::from_msgpack(bytes);
      break;
    case 'c':
      (void)SpacyConfig::parse(bytes);
      break;
    case 'l':
      (void)Lemmatizer::from_msgpack(bytes);
      break;
    case 'n':
      (void)Lexicon::from_msgpack(bytes);
      break;
    default:
      (void)Tokenizer::from_msgpack(bytes, Lexicon::load("no such folder").value());
  }
  return 0;
}
