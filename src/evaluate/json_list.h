#pragma once
// JSON lists in cells.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::evaluate {

// The items of a JSON list, as text_of_json gives them; nullopt when `text` is none.
std::optional<std::vector<std::optional<std::string>>> json_list(std::string_view text);

}  // namespace assay::evaluate
