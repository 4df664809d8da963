// The parser of tokenizer.json takes anything; what it accepts can encode.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "assay/tokenizer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto tokenizer =
      assay::Tokenizer::parse(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!tokenizer) return 0;
  const auto encoding = (*tokenizer)->encode("A [CLS] naïve 東京, \u0301 1st test.", "ab  c");
  if (!encoding || encoding->ids.size() != encoding->ranges.size()) std::abort();
  return 0;
}
