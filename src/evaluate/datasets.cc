#include "evaluate/datasets.h"

#include <fmt/format.h>

#include <numeric>
#include <unordered_map>

namespace assay::evaluate {

Result<std::vector<Dataset>> datasets_of(const ScoreTable& table, const std::string& column) {
  std::vector<Dataset> datasets;
  if (column.empty()) return datasets;
  const TextColumn* texts = table.find_text(column);
  if (texts == nullptr)
    return fail(ErrorCode::kInvalidOption, fmt::format("the column `{}` was not read", column));
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < texts->values.size(); ++i) {
    const auto& name = texts->values[i];
    if (!name) continue;
    const auto [place, is_new] = places.try_emplace(*name, datasets.size());
    if (is_new) datasets.push_back({*name, {}});
    datasets[place->second].items.push_back(i);
  }
  return datasets;
}

std::vector<std::size_t> all_items(const ScoreTable& table) {
  std::vector<std::size_t> items(table.size());
  std::iota(items.begin(), items.end(), std::size_t{0});
  return items;
}

}  // namespace assay::evaluate
