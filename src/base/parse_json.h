#pragma once
// JSON of others, into a tree.

#include <nlohmann/json.hpp>
#include <string_view>

namespace assay::base {

// nlohmann's parser takes a NUL for the end of the text and passes over what follows it. JSON has
// no such byte: here it is a flaw like any other.
inline bool has_nul(std::string_view text) {
  return text.find('\0') != std::string_view::npos;
}

// The value of `text`; is_discarded() when it is not one JSON value.
template <typename Json = nlohmann::json>
Json parse_json(std::string_view text) {
  if (has_nul(text)) return Json::value_t::discarded;
  return Json::parse(text, nullptr, /*allow_exceptions=*/false);
}

}  // namespace assay::base
