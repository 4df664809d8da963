#include "evaluate/item_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include "engine/errors.h"

namespace assay::evaluate {
namespace {

bool is_made(std::string_view id) {
  constexpr std::string_view kLine = "line-";
  return id.starts_with(kLine) && id.size() > kLine.size() &&
         id.find_first_not_of("0123456789", kLine.size()) == std::string_view::npos;
}

bool has_no_ids(const ScoreTable& table) {
  return std::all_of(table.ids.begin(), table.ids.end(), is_made);
}

std::vector<std::size_t> by_place(std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

Result<std::vector<std::size_t>> by_id(const ScoreTable& left, const ScoreTable& right) {
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < right.size(); ++i) {
    if (places.emplace(right.ids[i], i).second) continue;
    return tl::unexpected(
        right.error_at(i, "", fmt::format("the id `{}` stands twice", right.ids[i]),
                       "items whose order differs can be joined by unique ids only"));
  }
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const auto place = places.find(left.ids[i]);
    if (place == places.end()) {
      return tl::unexpected(
          left.error_at(i, "", fmt::format("`{}` is not in {}", left.ids[i], right.files.front()),
                        "both must be of the same records; --id COLUMN names the column of ids"));
    }
    found.push_back(place->second);
  }
  return found;
}

}  // namespace

Result<std::vector<std::size_t>> match_items(const ScoreTable& left, const ScoreTable& right) {
  if (left.ids == right.ids) return by_place(left.size());
  if (!has_no_ids(left) && !has_no_ids(right)) return by_id(left, right);
  if (left.size() == right.size()) return by_place(left.size());
  return engine::fail_in_file(
      ErrorCode::kInvalidInput, right.files.front(),
      fmt::format("has {} items, but {} has {}, and without ids they are joined by their place",
                  right.size(), left.files.front(), left.size()),
      "both must be of the same records; --id COLUMN names the column of ids");
}

}  // namespace assay::evaluate
