// The UTF-8 check against ICU's, and the offset index against a walk over the text.

#include <unicode/utf8.h>

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "text/offset_index.h"
#include "text/utf8.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

// Offset of the first malformed sequence by ICU, the size when there is none.
std::size_t first_flaw_by_icu(std::string_view text) {
  const auto size = static_cast<std::int32_t>(text.size());
  for (std::int32_t offset = 0; offset < size;) {
    const std::int32_t begin = offset;
    UChar32 code_point = 0;
    U8_NEXT(text.data(), offset, size, code_point);
    if (code_point < 0) return static_cast<std::size_t>(begin);
  }
  return text.size();
}

void check_index(std::string_view text) {
  const assay::text::OffsetIndex index(text);
  std::size_t number = 0;
  for (std::size_t offset = 0; offset < text.size(); ++number) {
    require(index.code_point_of_byte(offset) == number);
    require(index.byte_of_code_point(number) == offset);
    assay::text::next_code_point(text, offset);
  }
  require(index.code_points() == number);
  require(index.byte_of_code_point(number) == text.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto flaw = assay::text::find_utf8_flaw(text);
  require((flaw ? flaw->byte : text.size()) == first_flaw_by_icu(text));
  if (!flaw) check_index(text);
  return 0;
}
