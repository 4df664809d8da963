#include "evaluate/json_list.h"

#include <nlohmann/json.hpp>

#include "base/parse_json.h"

namespace assay::evaluate {

std::optional<std::vector<std::optional<std::string>>> json_list(std::string_view text) {
  const auto json = base::parse_json<>(text);
  if (!json.is_array()) return std::nullopt;
  std::vector<std::optional<std::string>> items;
  for (const auto& item : json) {
    items.emplace_back();
    if (item.is_string()) items.back() = item.get<std::string>();
    if (!item.is_string() && !item.is_null()) items.back() = item.dump();
  }
  return items;
}

}  // namespace assay::evaluate
