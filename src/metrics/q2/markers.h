#pragma once
// Phrases that hold no content: the parser takes them for numbers and names, a reader does not.

#include <string_view>

#include "assay/result.h"

namespace assay::q2 {

// Whether the phrase is a mark of the text's form: nothing but punctuation and symbols; a citation,
// "[1]" or "[2, 3]"; the number of a list item, "1." or "2)" at the start of a line.
bool is_marker(std::string_view text, const Span& phrase);

}  // namespace assay::q2
