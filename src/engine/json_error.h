#pragma once
// What is wrong with a line that is no JSON, said so that it can be mended.

#include <cstddef>
#include <string_view>

#include "assay/error.h"

namespace assay::engine {

// kInvalidInput; `flaw` is what find_json_flaw found in `line`. Names values that other languages
// write and JSON does not have (NaN, None, ...).
Error json_error(std::string_view line, std::size_t flaw);

}  // namespace assay::engine
