#pragma once
// Which format a file has.

#include <string>

#include "assay/error.h"
#include "assay/record_reader.h"

namespace assay::engine {

// `format`, or by the ending of `path` where it is kAuto; standard input is JSON lines. Fails for a
// name that does not tell.
Result<InputFormat> resolve_format(const std::string& path, InputFormat format);

}  // namespace assay::engine
