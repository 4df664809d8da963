#pragma once
// A text with one phrase marked, as a generator of questions reads it: the text between the special
// tokens of a single sequence, and token type 1 on the tokens of the phrase, 0 elsewhere. The same
// words asked about in two places are two inputs.

#include <cstddef>
#include <optional>

#include "assay/tokenizer.h"

namespace assay::model {

// `tokens` are those of the text, `phrase` its bytes. Of a text that is longer than `max_length`
// (specials included) the tokens around the phrase are kept, as many before as behind it. Nothing
// when no token stands in the phrase.
std::optional<Encoding> mark_phrase(const Tokenizer& tokenizer, const Tokens& tokens,
                                    ByteRange phrase, std::size_t max_length);

}  // namespace assay::model
