#pragma once
// Which items of two files are the same.

#include <cstddef>
#include <vector>

#include "assay/score_table.h"

namespace assay::evaluate {

// For each item of `left` its item of `right`. By place where all ids agree, or where one side has
// none of its own ("line-12") and both have as many items; else by id, which must be unique and
// there.
Result<std::vector<std::size_t>> match_items(const ScoreTable& left, const ScoreTable& right);

}  // namespace assay::evaluate
