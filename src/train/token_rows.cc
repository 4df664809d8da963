#include "train/token_rows.h"

#include <algorithm>

namespace assay::train {

void TokenRows::add(std::span<const std::uint32_t> ids, std::span<const std::uint32_t> types) {
  for (const std::uint32_t id : ids) ids_.push_back(static_cast<std::int32_t>(id));
  for (const std::uint32_t type : types) types_.push_back(static_cast<std::uint8_t>(type));
  begins_.push_back(ids_.size());
}

std::int32_t TokenRows::largest_id() const {
  return ids_.empty() ? -1 : *std::max_element(ids_.begin(), ids_.end());
}

void TokenRows::keep(std::span<const std::size_t> rows) {
  TokenRows kept;
  for (const std::size_t index : rows) {
    const Row one = row(index);
    kept.ids_.insert(kept.ids_.end(), one.ids.begin(), one.ids.end());
    kept.types_.insert(kept.types_.end(), one.types.begin(), one.types.end());
    kept.begins_.push_back(kept.ids_.size());
  }
  *this = std::move(kept);
}

PackedRows::PackedRows(const TokenRows& rows, std::span<const std::size_t> chosen) {
  for (const std::size_t index : chosen) {
    const TokenRows::Row row = rows.row(index);
    for (std::size_t i = 0; i < row.ids.size(); ++i) {
      ids.push_back(row.ids[i]);
      types.push_back(row.types[i]);
      positions.push_back(static_cast<std::int64_t>(i));
    }
    offsets.push_back(static_cast<std::int64_t>(ids.size()));
  }
}

}  // namespace assay::train
