#pragma once
// The tokenizers of sacrebleu.

#include <string>
#include <string_view>
#include <vector>

#include "assay/reference_options.h"

namespace assay::reference {

// The tokens of a text as sacrebleu counts them. "13a" is the tokenizer of mteval-v13a for Western
// languages, "intl" separates all punctuation and symbols of Unicode (by ICU's version of it),
// "none" goes by white space alone.
std::vector<std::string> bleu_tokens(std::string_view text, const BleuOptions& options);

}  // namespace assay::reference
