#pragma once
// Reading tokenizer.json into memory.
//
// Numbers become what serde_json, which Hugging Face `tokenizers` reads them with, makes of them:
// that rounds twice, so that one in seven long fractions is off in the last bit, and equal sums of
// Unigram scores come out different.
// Thread-safety: all of it. Cost: linear. Failure: what is not JSON, holds bytes that are not UTF-8
// or is nested more than a hundred deep is kCorrupt.

#include <nlohmann/json.hpp>
#include <string_view>

#include "assay/error.h"

namespace assay::text {

Result<nlohmann::json> read_json(std::string_view text);

// A number with a fraction or an exponent, in JSON's syntax; infinite when it is too large.
double read_fraction(std::string_view number);

}  // namespace assay::text
