#pragma once
// What Python's `str` methods say of a text: spaCy's lexical attributes are defined by them.
//
//   python::lower("Straße");  // full case mapping, as str.lower
//
// Texts are valid UTF-8. Thread-safe, no failure; ASCII costs a table look-up, the rest goes
// through ICU. A code point that is newer than the Unicode version of a Python release can be
// classed differently by that release.

#include <string>
#include <string_view>

namespace assay::nlp::python {

bool is_space(char32_t code_point);  // str.isspace
bool is_alpha(char32_t code_point);  // str.isalpha: general category L
bool is_upper(char32_t code_point);  // str.isupper of a single character
bool is_digit(char32_t code_point);  // str.isdigit: decimal digits, superscripts and the like
bool is_punct(char32_t code_point);  // unicodedata.category starts with P

std::string lower(std::string_view text);   // str.lower
bool is_alpha_text(std::string_view text);  // str.isalpha: false for the empty text

}  // namespace assay::nlp::python
