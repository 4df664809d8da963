#pragma once
// Words as rouge-score cuts them.

#include <string>
#include <string_view>
#include <vector>

namespace assay::reference {

// Runs of a-z and 0-9 of the lower-cased text; everything else, letters with accents included,
// separates. With `stem`, words of more than three letters are stemmed (porter_stemmer.h).
std::vector<std::string> rouge_tokens(std::string_view text, bool stem);

}  // namespace assay::reference
