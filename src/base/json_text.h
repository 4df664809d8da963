#pragma once
// JSON that people and programs read: members in the order in which they were set.

#include <nlohmann/json.hpp>
#include <string>

namespace assay::base {

using Json = nlohmann::ordered_json;

// Indented, with a line break at the end. Bytes that are not UTF-8 (a file name may hold them) come
// out as U+FFFD.
inline std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace assay::base
