#pragma once
// Lower case of whole texts, as Python's str.lower: a final capital sigma becomes a final small
// one.
//
// (text::lower_case of unicode.h is the same for one code point, without context.)
// Thread-safety: all of it. Cost: linear; ASCII is fast.

#include <string>
#include <string_view>

namespace assay::text {

// `text` must be valid UTF-8. The result may have another length.
std::string to_lower(std::string_view text);

}  // namespace assay::text
