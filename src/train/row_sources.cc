#include "train/row_sources.h"

#include <algorithm>

#include "train/random.h"

namespace assay::train {

void RowSources::add(const std::string& source) {
  const auto found = std::find(names.begin(), names.end(), source);
  of_row.push_back(static_cast<std::uint32_t>(found - names.begin()));
  if (found == names.end()) names.push_back(source);
}

void RowSources::keep(const std::vector<std::size_t>& rows) {
  std::vector<std::uint32_t> kept;
  for (const std::size_t row : rows) kept.push_back(of_row[row]);
  of_row = std::move(kept);
}

std::vector<std::size_t> capped_rows(const RowSources& sources, const RowCaps& caps,
                                     std::uint64_t seed) {
  std::vector<std::vector<std::size_t>> members(sources.names.size());
  for (std::size_t row = 0; row < sources.of_row.size(); ++row) {
    members[sources.of_row[row]].push_back(row);
  }
  std::vector<std::size_t> kept;
  for (std::size_t source = 0; source < members.size(); ++source) {
    std::size_t most = caps.each_source == 0 ? sources.of_row.size() : caps.each_source;
    const auto own = caps.of_source.find(sources.names[source]);
    if (own != caps.of_source.end()) most = own->second;
    Random random(seed + source);
    if (members[source].size() > most) shuffle(members[source], random);
    members[source].resize(std::min(most, members[source].size()));
    kept.insert(kept.end(), members[source].begin(), members[source].end());
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

}  // namespace assay::train
