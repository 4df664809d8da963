#pragma once
// spaCy's string ids: MurmurHash64A of the UTF-8 bytes with seed 1; 0 for the empty string.
// (Symbols below 1,000 that spaCy predefines are attribute names, not lexeme strings.)

#include <cstdint>
#include <string_view>

namespace assay::nlp {

std::uint64_t string_hash(std::string_view text);

}  // namespace assay::nlp
