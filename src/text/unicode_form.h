#pragma once
// The four Unicode normalisation forms over mapped text, with ICU's data up to Unicode 9.
//
// `tokenizers` composes and decomposes by Unicode 9, so code points that came later are left as
// they are, whatever version ICU has. Thread-safety: all of it. Cost: linear.

#include "text/mapped_text.h"
#include "text/normalize.h"

namespace assay::text {

void to_unicode_form(UnicodeForm form, MappedChars& chars);

}  // namespace assay::text
