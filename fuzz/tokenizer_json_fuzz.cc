// The parser of tokenizer.json takes anything; what it accepts can encode and decode, or says why a
// text is not covered.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "assay/tokenizer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto tokenizer =
      assay::Tokenizer::parse(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!tokenizer) return 0;
  const auto encoding = (*tokenizer)->encode("A [CLS] naïve 東京, \u0301 1st test.", "ab  c");
  if (!encoding) return 0;
  if (encoding->ids.size() != encoding->ranges.size()) std::abort();
  static_cast<void>((*tokenizer)->decode(encoding->ids));
  return 0;
}
