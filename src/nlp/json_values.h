#pragma once
// Files of a pipeline folder as JSON values.
//
//   auto tables = parse_msgpack_values(bytes);
//
// Integer keys of MessagePack maps become their decimal digits. All texts are checked to be valid
// UTF-8. Thread-safe. Failure: kCorrupt when the content is damaged or holds what JSON cannot
// (binaries, dates, extensions).

#include <nlohmann/json.hpp>
#include <string_view>

#include "assay/error.h"

namespace assay::nlp {

Result<nlohmann::json> parse_msgpack_values(std::string_view bytes);

Result<nlohmann::json> parse_json_values(std::string_view bytes);

}  // namespace assay::nlp
