#pragma once
// Options that make sense, and those that do not.

#include "assay/generate.h"

namespace assay::llm {

// kInvalidOption names the option and what it may be.
Result<void> check(const GenerationOptions& options);

}  // namespace assay::llm
