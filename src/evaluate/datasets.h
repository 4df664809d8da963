#pragma once
// The items of each data set, for what is told of every set by itself.

#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/score_table.h"

namespace assay::evaluate {

struct Dataset {
  std::string name;
  std::vector<std::size_t> items;  // of the table
};

// In order of appearance; items without a name are in none. None where `column` is empty. Fails for
// a column that was not read.
Result<std::vector<Dataset>> datasets_of(const ScoreTable& table, const std::string& column);

// Those of the whole table.
std::vector<std::size_t> all_items(const ScoreTable& table);

}  // namespace assay::evaluate
