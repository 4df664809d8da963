#pragma once
// Inputs that are no text: told by their first bytes, so that they are refused by name rather than
// record by record.

#include <string_view>

#include "assay/error.h"

namespace assay::engine {

// The first bytes that file_kind.cc looks at.
inline constexpr std::size_t kFileKindBytes = 10;

// kInvalidInput that names what the input is (a gzip or zip file, UTF-16, ...) and what to do, when
// `start`, its first bytes, are not those of a UTF-8 text. `name` is for the message.
Result<void> check_is_text(std::string_view start, std::string_view name);

}  // namespace assay::engine
