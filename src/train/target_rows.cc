#include "train/target_rows.h"

namespace assay::train {

PackedTargets::PackedTargets(const TokenRows& rows, std::span<const std::size_t> chosen) {
  for (const std::size_t index : chosen) {
    const auto ids = rows.row(index).ids;
    for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
      inputs.push_back(ids[i]);
      labels.push_back(ids[i + 1]);
      positions.push_back(static_cast<std::int64_t>(i));
    }
    offsets.push_back(static_cast<std::int64_t>(inputs.size()));
  }
}

}  // namespace assay::train
