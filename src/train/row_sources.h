#pragma once
// Which source each row comes from, and drawing fewer rows of some sources.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace assay::train {

struct RowSources {
  std::vector<std::string> names;
  std::vector<std::uint32_t> of_row;  // index into `names`

  void add(const std::string& source);
  void keep(const std::vector<std::size_t>& rows);
};

struct RowCaps {
  std::size_t each_source = 0;                   // most rows of a source; 0: no limit
  std::map<std::string, std::size_t> of_source;  // a source's own limit
};

// The rows to keep, in their order; which ones of a source is drawn by `seed`.
std::vector<std::size_t> capped_rows(const RowSources& sources, const RowCaps& caps,
                                     std::uint64_t seed);

}  // namespace assay::train
