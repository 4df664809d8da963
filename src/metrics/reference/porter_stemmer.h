#pragma once
// Porter's stemmer as NLTK has it by default: the algorithm of 1980 with NLTK's extensions (other
// rules for short words, `alli` and `bli`, `fulli` and `logi`, a table of irregular words).
// Snowball's "porter" stems some words otherwise.

#include <string>
#include <string_view>

namespace assay::reference {

// `word` must be lower-cased. Every letter but a, e, i, o, u and some y counts as a consonant,
// digits and letters of other alphabets too.
std::string porter_stem(std::string_view word);

}  // namespace assay::reference
