#pragma once
// spaCy's string ids, as its StringStore gives them: a small number for the strings that spaCy
// predefines ("NOUN" is 92, but so are everyday words such as "mark", "root" and "number"), else
// MurmurHash64A of the UTF-8 bytes with seed 1; 0 for the empty string.
//
// Thread-safe; no failure; one table look-up and about one multiplication a byte.

#include <cstdint>
#include <string_view>

namespace assay::nlp {

std::uint64_t string_hash(std::string_view text);

}  // namespace assay::nlp
